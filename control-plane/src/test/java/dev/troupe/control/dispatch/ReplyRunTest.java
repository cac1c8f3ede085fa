package dev.troupe.control.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.control.fake.FakeNode;
import dev.troupe.control.fake.FakeStream;
import dev.troupe.control.fake.Plans;
import dev.troupe.control.limits.StreamLimits;
import dev.troupe.control.metrics.GatewayMetrics;
import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.control.reply.ReplyEffect;
import dev.troupe.control.reply.ReplyOutcome;
import dev.troupe.control.reply.ReplyOutcome.Cancelled;
import dev.troupe.control.reply.ReplyOutcome.Failed;
import dev.troupe.control.reply.ReplyOutcome.Finished;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenSink;
import dev.troupe.protocol.generate.TokenStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ReplyRunTest {
    private static final StreamLimits LIMITS = new StreamLimits(
            4, Duration.ofMillis(1), Duration.ofSeconds(1), Duration.ofMillis(5), Duration.ofSeconds(1));

    private final FakeNode node = new FakeNode();
    private final GatewayMetrics metrics = new GatewayMetrics(node);
    private final AtomicInteger ended = new AtomicInteger();

    @Test
    void aReplyLongerThanItsBufferRunsToItsEndByCredit() {
        node.saying("a reply of many tokens");
        Recorder out = new Recorder();
        assertThat(start(Plans.plain("p")).run(out)).isEqualTo(new Finished(1, 0, 23));
        assertThat(out.said).startsWith("begin", "a", " ").endsWith("s", "end STOP", "Finished");
        assertThat(ended).hasValue(1);
    }

    @Test
    void theNodeMayNotBeAheadOfTheReaderByMoreThanTheBuffer() {
        ReplyRun run = start(Plans.plain("p"));
        FakeStream stream = node.next();
        stream.tokens("abcdefghijkl");
        assertThat(stream.sent()).isEqualTo(4);
        List<Integer> ahead = new ArrayList<>();
        run.run(new Recorder() {
            @Override
            public void content(ReplyEffect.Content content) {
                ahead.add(stream.sent() - content.sentTokens() + 1);
                if (content.sentTokens() == 12) {
                    stream.finish(FinishReason.STOP);
                }
            }
        });
        assertThat(ahead).hasSize(12).allMatch(tokens -> tokens <= 4);
    }

    @Test
    void aReplyThatIsNeverRunGivesBackWhatItHolds() {
        ReplyRun run = start(Plans.plain("p"));
        FakeStream stream = node.next();
        run.drop();
        run.drop();
        assertThat(stream.isCancelled()).isTrue();
        assertThat(ended).hasValue(1);
        assertThatThrownBy(() -> run.run(new Recorder())).hasMessage("the reply was run or dropped before");
    }

    @Test
    void whatWaitsGoesToTheReaderTogetherAndBeforeAnythingIsWaitedFor() {
        ReplyRun run = start(Plans.plain("p"));
        FakeStream stream = node.next();
        stream.tokens("abc");
        Recorder out = new Recorder() {
            @Override
            public void flush() {
                super.flush();
                stream.finish(FinishReason.STOP);
            }
        };
        assertThat(run.run(out)).isEqualTo(new Finished(1, 0, 3));
        assertThat(out.said).containsExactly("begin", "a", "b", "c", "end STOP", "Finished");
        assertThat(out.flushes).containsExactly(4);
    }

    @Test
    void aNodeThatIgnoresItsCreditEndsTheReply() {
        List<TokenSink> sinks = new ArrayList<>();
        ReplyRun run = ReplyRun.start(
                new FakeNode() {
                    @Override
                    public TokenStream generate(GenerationRequest request, int credit, TokenSink sink) {
                        sinks.add(sink);
                        return super.generate(request, credit, sink);
                    }
                },
                Plans.plain("p"),
                LIMITS,
                new ReplyTimes(metrics, System::nanoTime),
                () -> {});
        for (int i = 0; i < 6; i++) {
            sinks.getFirst().accept(new TokenEvent.Token(i, new TokenScore('a', -1f, List.of())));
        }
        assertThat(run.run(new Recorder()))
                .isEqualTo(new Failed(ErrorCode.INTERNAL, "the node sent more than it was credited"));
    }

    @Test
    void aClientThatIsGoneBeforeTheReaderCameCancels() {
        ReplyRun run = start(Plans.plain("p"));
        run.clientGone();
        Recorder out = new Recorder();
        assertThat(run.run(out)).isEqualTo(new Cancelled());
        assertThat(out.said).containsExactly("Cancelled");
        assertThat(node.next().isCancelled()).isTrue();
    }

    @Test
    void silenceBringsHeartbeatsAndThenAFailure() {
        Recorder out = new Recorder();
        assertThat(start(Plans.plain("p")).run(out))
                .isEqualTo(
                        new Failed(ErrorCode.MODEL_UNAVAILABLE, "the node said nothing for 5 ms; the limit is 5 ms"));
        assertThat(out.said).containsExactly("begin", "beat", "beat", "beat", "beat", "Failed");
        assertThat(node.next().isCancelled()).isTrue();
    }

    @Test
    void aReplyWhoseEndNobodyTookIsNoSuccess() {
        node.saying("abc");
        ReplyOutcome outcome = start(Plans.plain("p")).run(new Recorder() {
            @Override
            public boolean end(ReplyOutcome reached) {
                assertThat(metrics.text()).contains("troupe_request_success_total{finished_reason=\"stop\"} 0.0");
                return false;
            }
        });
        assertThat(outcome).isEqualTo(new Cancelled());
        assertThat(metrics.text())
                .contains("troupe_request_success_total{finished_reason=\"stop\"} 0.0")
                .contains("troupe_request_success_total{finished_reason=\"abort\"} 1.0");
    }

    @Test
    void aClientThatStalledIsCountedAndFreesTheNode() {
        ReplyRun run = start(Plans.plain("p"));
        FakeStream stream = node.next();
        stream.tokens("ab");
        ReplyOutcome outcome = run.run(new Recorder() {
            @Override
            public void content(ReplyEffect.Content content) {
                run.clientStalled();
            }
        });
        assertThat(outcome).isEqualTo(new Cancelled());
        assertThat(stream.isCancelled()).isTrue();
        assertThat(metrics.text()).contains("troupe_slow_clients_total 1.0");
    }

    @Test
    void oneChoiceThatFailsCancelsTheOthers() {
        ReplyRun run = start(Plans.plain("p", "q"));
        FakeStream first = node.next();
        FakeStream second = node.next();
        second.fail(ErrorCode.OUT_OF_MEMORY, "no room");
        assertThat(run.run(new Recorder())).isEqualTo(new Failed(ErrorCode.OUT_OF_MEMORY, "no room"));
        assertThat(first.isCancelled()).isTrue();
        assertThat(second.isCancelled()).isFalse();
    }

    @Test
    void aRefusedChoiceCancelsThoseThatWereStarted() {
        node.playing(_ -> node.refuseWith(ErrorCode.OVERLOADED, "full"));
        assertThatThrownBy(() -> start(Plans.plain("p", "q")))
                .isInstanceOf(ServingException.class)
                .hasMessage("full");
        assertThat(node.next().isCancelled()).isTrue();
        assertThat(ended).hasValue(0);
    }

    @Test
    void aReaderThatBreaksFailsTheReplyAndFreesTheNode() {
        node.saying("abc");
        ReplyOutcome outcome = start(Plans.plain("p")).run(new Recorder() {
            @Override
            public void content(ReplyEffect.Content content) {
                throw new IllegalStateException("broken");
            }
        });
        assertThat(outcome)
                .isEqualTo(new Failed(ErrorCode.INTERNAL, "the reply could not be made: IllegalStateException"));
        assertThat(node.next().isCancelled()).isTrue();
        assertThat(ended).hasValue(1);
    }

    private ReplyRun start(ReplyPlan plan) {
        return ReplyRun.start(node, plan, LIMITS, new ReplyTimes(metrics, System::nanoTime), ended::incrementAndGet);
    }

    /// Writes down what it is told.
    private static class Recorder implements ReplyOut {
        final List<String> said = new ArrayList<>();
        /// How much was said before each flush.
        final List<Integer> flushes = new ArrayList<>();

        @Override
        public void begin() {
            said.add("begin");
        }

        @Override
        public void content(ReplyEffect.Content content) {
            said.add(content.text());
        }

        @Override
        public void choiceEnd(ReplyEffect.ChoiceEnd end) {
            said.add("end " + end.reason());
        }

        @Override
        public void heartbeat() {
            said.add("beat");
        }

        @Override
        public void flush() {
            flushes.add(said.size());
        }

        @Override
        public boolean end(ReplyOutcome outcome) {
            said.add(outcome.getClass().getSimpleName());
            return true;
        }

        @Override
        public void abandon() {
            said.add("abandon");
        }
    }
}
