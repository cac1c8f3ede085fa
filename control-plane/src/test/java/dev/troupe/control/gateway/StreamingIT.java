package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.fake.Gateway;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class StreamingIT {
    private static Gateway gateway;

    @BeforeAll
    static void start() {
        gateway = Gateway.start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void aChatIsStreamedByteForByteAsClientsExpect() {
        gateway.node().saying("né");
        HttpResponse<String> response = gateway.post("/v1/chat/completions", """
                {"model":"smollm2","stream":true,"stream_options":{"include_usage":true},
                 "messages":[{"role":"user","content":"hi"}],"seed":7}""");
        assertThat(response.statusCode()).isEqualTo(200);
    }
}
