package dev.troupe.bench.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.bench.verdict.Reply;
import dev.troupe.bench.workload.Caller;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.ServingTarget;
import dev.troupe.protocol.generate.StopTokens;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenSink;
import dev.troupe.protocol.generate.TokenStream;
import dev.troupe.protocol.node.NodeSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClientTest {
    private static final GenerationRequest REQUEST = new GenerationRequest(
            "r",
            new ServingTarget(new Digest("sha256:" + "0".repeat(64)), "portable-1"),
            Optional.empty(),
            IntStream.range(0, 20).boxed().toList(),
            10,
            StopTokens.of(List.of()),
            SamplingParams.greedy(),
            new Scoring(0, true));

    private final Client client = new Client(new FakeNode(0, 0f, 0), Duration.ofSeconds(10));

    @Test
    void aReplyDoesNotDependOnHowItsCallerGivesCredit() throws InterruptedException {
        Reply patient = client.ask(REQUEST, new Caller.Patient());
        assertThat(patient.tokens()).hasSize(10);
        assertThat(patient.promptScores()).hasSize(19);
        assertThat(client.ask(REQUEST, new Caller.Dribbling(3))).isEqualTo(patient);
    }

    @Test
    void aCallerThatLeavesKeepsWhatItHeard() throws InterruptedException {
        Reply left = client.ask(REQUEST, new Caller.Leaving(4, 4));
        assertThat(left.tokens()).hasSize(4);
        assertThat(left.ending())
                .isInstanceOfSatisfying(
                        Reply.Ended.class, end -> assertThat(end.terminal()).isInstanceOf(TokenEvent.Cancelled.class));
    }

    @Test
    void aFullNodeIsAskedAgain() throws InterruptedException {
        Client patient = new Client(new FakeNode(3, 0f, 0), Duration.ofSeconds(10));
        assertThat(patient.ask(REQUEST, new Caller.Patient()).tokens()).hasSize(10);
    }

    @Test
    void aNodeThatStaysFullIsReportedAsARefusal() throws InterruptedException {
        Client hasty = new Client(new FakeNode(Integer.MAX_VALUE, 0f, 0), Duration.ofMillis(10));
        assertThat(hasty.ask(REQUEST, new Caller.Patient()).ending()).isInstanceOf(Reply.Refused.class);
    }

    @Test
    void aSilentNodeIsReported() throws InterruptedException {
        Client hasty = new Client(saying(), Duration.ofMillis(10));
        assertThat(hasty.ask(REQUEST, new Caller.Patient()).ending()).isInstanceOf(Reply.Broken.class);
    }

    @Test
    void aGapInTheTokensIsReported() throws InterruptedException {
        TokenScore score = new TokenScore(1, -1f, List.of());
        Client client = new Client(
                saying(new TokenEvent.Token(0, score), new TokenEvent.Token(2, score)), Duration.ofSeconds(10));
        assertThat(client.ask(REQUEST, new Caller.Patient()).ending())
                .isEqualTo(new Reply.Broken("token 2 where token 1 was due"));
    }

    private static NodeClient saying(TokenEvent... events) {
        return new NodeClient() {
            @Override
            public TokenStream generate(GenerationRequest request, int initialCredit, TokenSink sink) {
                List.of(events).forEach(sink::accept);
                return new TokenStream() {
                    @Override
                    public void credit(int tokens) {}

                    @Override
                    public void cancel() {}
                };
            }

            @Override
            public void ensure(Digest model) {}

            @Override
            public void release(Digest model) {}

            @Override
            public NodeSnapshot snapshot() {
                throw new UnsupportedOperationException();
            }
        };
    }
}
