package dev.troupe.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cli.ExitCode;
import dev.troupe.cli.testing.Captured;
import dev.troupe.cli.testing.StubServer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PsCommandIT {
    private static final String ANSWER = """
            {"object":"list","data":[
             {"model":"smollm2:135m","digest":"sha256:b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
              "node":"node-1","context_length":2048,"running":2,"device":"cpu/avx512","state":"loading","progress":0.42,"bytes":104857600,"detail":""}],
             "nodes":[{"id":"node-1","device":"cpu/avx512","numerics_class":"portable-1",
              "memory":{"total_bytes":1,"weight_bytes":1048576,"kv_bytes":2097152,"workspace_bytes":0,"free_bytes":3145728},
              "load":{"running_sequences":3,"waiting_sequences":1,"used_blocks":0,"total_blocks":9}}]}""";

    private Captured process = Captured.inEnvironment(Map.of());

    @Test
    void modelsAndNodesAreTables() {
        assertThat(ps(StubServer.json(200, ANSWER), "ps")).isZero();
        assertThat(process.out().lines().map(String::stripTrailing))
                .containsExactly(
                        "MODEL         DIGEST               STATE        SIZE     CONTEXT  RUNNING  NODE    DETAIL",
                        "smollm2:135m  sha256:b179c9523d0e  loading 42%  100 MiB  2048     2        node-1",
                        "",
                        "NODE    DEVICE      WEIGHTS  KV     FREE   RUNNING  WAITING",
                        "node-1  cpu/avx512  1 MiB    2 MiB  3 MiB  3        1");
    }

    @Test
    void machinesGetWhatTheServerSaid() {
        assertThat(ps(StubServer.json(200, "{\"data\":[],\"x\":1}"), "ps", "--json"))
                .isZero();
        assertThat(process.out()).isEqualTo("{\"data\":[],\"x\":1}\n");
    }

    @Test
    void aWrongKeyIsARefusal() {
        assertThat(ps(StubServer.json(401, "{\"error\":{\"message\":\"this API key is not known\"}}"), "ps"))
                .isEqualTo(ExitCode.REFUSED.status());
        assertThat(process.err()).isEqualTo("troupe: this API key is not known\n");
    }

    @Test
    void anAnswerThatIsNotJsonIsAFailure() {
        assertThat(ps(StubServer.json(200, "hello"), "ps")).isEqualTo(ExitCode.FAILED.status());
    }

    private int ps(StubServer.Answer answer, String... arguments) {
        try (StubServer server = new StubServer(Map.of("/v1/ps", answer))) {
            process = Captured.of(server.environment(), "", false);
            return TroupeCli.execute(process.context(), new FakeTroupe(), arguments);
        }
    }
}
