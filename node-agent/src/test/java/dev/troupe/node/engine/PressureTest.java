package dev.troupe.node.engine;

import static dev.troupe.node.engine.EngineFixture.cached;
import static dev.troupe.node.engine.EngineFixture.expected;
import static dev.troupe.node.engine.EngineFixture.prompt;
import static dev.troupe.node.engine.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenStream;
import dev.troupe.protocol.generate.Usage;
import dev.troupe.protocol.node.NodeSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Blocks that are found, shared, taken away and given to others change nothing but time.
class PressureTest {
    private static final EngineLimits LIMITS = new EngineLimits(64, 7, 8, 100, 16);

    @ParameterizedTest
    @ValueSource(ints = {15, 16, 17, 32, 33})
    void en01APromptThatIsCachedWholeIsComputedFromItsLastTokenOn(int length) {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 100);
            List<Integer> prompt = prompt(length, 3);
            List<RecordingSink> sinks = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                sinks.add(fixture.submit(cached(prompt, 5)));
                sinks.getLast().terminal();
            }
            for (int i = 0; i < 10; i++) {
                sinks.add(fixture.submit(cached(prompt, 5)));
            }
            int hit = (length - 1) / 16 * 16;
            for (int i = 0; i < sinks.size(); i++) {
                assertThat(sinks.get(i).terminal())
                        .isEqualTo(
                                new TokenEvent.Finished(FinishReason.LENGTH, new Usage(length, i == 0 ? 0 : hit, 5)));
                assertThat(sinks.get(i).ids()).isEqualTo(expected(prompt, 5));
            }
            NodeSnapshot.PrefixCache counts =
                    fixture.countersAfter(sinks.size()).prefixCache();
            assertThat(counts.hitTokens()).isEqualTo(11L * hit);
        }
    }

    @Test
    void en03APromptThatIsScoredIsComputedWhole() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 100);
            List<Integer> prompt = prompt(33, 3);
            for (int i = 0; i < 3; i++) {
                RecordingSink sink = fixture.submit(cached(1, 1, prompt, 3, i > 0));
                sink.terminal();
                assertThat(sink.ids()).isEqualTo(expected(prompt, 3));
                assertThat(sink.promptScores()).hasSize(i > 0 ? 32 : 0);
                for (int at = 1; i > 0 && at < 33; at++) {
                    TokenScore score = sink.promptScores().get(at - 1);
                    assertThat(score.id()).isEqualTo(prompt.get(at));
                    assertThat(score.logprob())
                            .isEqualTo(FakeExecutor.after(prompt.subList(0, at)).logprob());
                }
            }
        }
    }

    @Test
    void aConversationContinuesFromWhatWasGenerated() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 100);
            List<Integer> prompt = prompt(20, 3);
            fixture.submit(cached(prompt, 30)).terminal();
            List<Integer> longer = new ArrayList<>(prompt);
            longer.addAll(expected(prompt, 30));
            longer.addAll(prompt(10, 4));
            RecordingSink sink = fixture.submit(cached(longer, 5));
            assertThat(sink.terminal()).isEqualTo(new TokenEvent.Finished(FinishReason.LENGTH, new Usage(60, 48, 5)));
            assertThat(sink.ids()).isEqualTo(expected(longer, 5));
        }
    }

    @Test
    void withoutADomainNothingIsFoundOrLeft() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 100);
            for (int i = 0; i < 2; i++) {
                RecordingSink sink = fixture.submit(request(1, prompt(40, 3), 5));
                assertThat(sink.terminal())
                        .isEqualTo(new TokenEvent.Finished(FinishReason.LENGTH, new Usage(40, 0, 5)));
            }
            fixture.awaitIdle();
            assertThat(fixture.engine.view().load().cachedBlocks()).isZero();
        }
    }

    @Test
    void aCrowdWithOnePrefixComputesItOnce() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            FakeExecutor executor = FakeExecutor.stepwise();
            fixture.attach(1, executor, 100);
            List<Integer> prompt = prompt(65, 3);
            List<RecordingSink> sinks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                sinks.add(fixture.submit(cached(prompt, 4)));
            }
            executor.allow(1000);
            sinks.forEach(sink -> {
                sink.terminal();
                assertThat(sink.ids()).isEqualTo(expected(prompt, 4));
            });
            assertThat(fixture.countersAfter(sinks.size()).steps().prefillTokens())
                    .isEqualTo(65 + 7);
        }
    }

    @Test
    void en07APreemptedRequestComesBackTheSameAndSendsNothingTwice() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 6);
            List<RecordingSink> sinks = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                boolean cache = i % 2 == 0;
                List<Integer> prompt = prompt(10, i);
                sinks.add(fixture.submit(cache ? cached(prompt, 64) : request(1, prompt, 64)));
            }
            for (int i = 0; i < 6; i++) {
                assertThat(sinks.get(i).terminal())
                        .isEqualTo(new TokenEvent.Finished(FinishReason.LENGTH, new Usage(10, 0, 64)));
                assertThat(sinks.get(i).ids()).isEqualTo(expected(prompt(10, i), 64));
            }
            fixture.awaitIdle();
            NodeSnapshot.Preemptions preemptions =
                    fixture.countersAfter(sinks.size()).preemptions();
            assertThat(preemptions.count()).isPositive();
            assertThat(preemptions.lostTokens()).isPositive();
        }
    }

    @Test
    void en07APromptIsNotScoredTwiceAfterAPreemption() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 8);
            List<RecordingSink> sinks = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                sinks.add(fixture.submit(request(1, prompt(18, i), 60, List.of(), true)));
            }
            for (int i = 0; i < 4; i++) {
                sinks.get(i).terminal();
                assertThat(sinks.get(i).promptScores()).hasSize(17);
                assertThat(sinks.get(i).ids()).isEqualTo(expected(prompt(18, i), 60));
            }
            assertThat(fixture.countersAfter(sinks.size()).preemptions().count())
                    .isPositive();
        }
    }

    @Test
    void en11WhatNeverFitsIsRefusedAndWhatGrowsTooLargeEndsWithAnError() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 10);
            RecordingSink large = fixture.submit(request(1, prompt(170, 1), 6));
            RecordingSink growing = fixture.submit(request(1, prompt(100, 2), 100));
            List<RecordingSink> small = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                small.add(fixture.submit(request(1, prompt(30, i), 30)));
            }
            assertOutOfMemory(large);
            assertOutOfMemory(growing);
            assertThat(growing.ids())
                    .isEqualTo(expected(prompt(100, 2), growing.ids().size()));
            for (int i = 0; i < 10; i++) {
                assertThat(small.get(i).terminal()).isInstanceOf(TokenEvent.Finished.class);
                assertThat(small.get(i).ids()).isEqualTo(expected(prompt(30, i), 30));
            }
            fixture.awaitIdle();
        }
    }

    @Test
    void en06ABlockGoesToAnotherOnlyAfterTheLastStepThatWritesIt() {
        Random random = new Random(6);
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 8);
            for (int round = 0; round < 1000; round++) {
                List<Integer> prompt = prompt(40 + random.nextInt(40), round);
                RecordingSink gone = new RecordingSink();
                TokenStream stream = fixture.engine.submit(cached(prompt(60, round % 5), 40), 40, gone);
                RecordingSink stays = fixture.submit(cached(prompt, 10));
                int tokens = random.nextInt(6);
                while (gone.tokens().size() < tokens && !gone.isEnded()) {
                    Thread.onSpinWait();
                }
                stream.cancel();
                stream.cancel();
                stays.terminal();
                assertThat(stays.ids()).isEqualTo(expected(prompt, 10));
                gone.terminal();
            }
            fixture.awaitIdle();
        }
    }

    @Test
    void whoseReaderDoesNotReadLosesItsBlocksToOneWhoWaits() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 6);
            RecordingSink idle = new RecordingSink();
            TokenStream stream = fixture.engine.submit(request(1, prompt(60, 1), 20), 2, idle);
            Awaitility.await().until(() -> idle.tokens().size() == 2);
            RecordingSink other = fixture.submit(request(1, prompt(60, 2), 20));
            other.terminal();
            assertThat(other.ids()).isEqualTo(expected(prompt(60, 2), 20));
            stream.credit(100);
            idle.terminal();
            assertThat(idle.ids()).isEqualTo(expected(prompt(60, 1), 20));
        }
    }

    @Test
    void aPoolsWorthOfBytesMovesBetweenModelsAndNobodyStarves() {
        EngineLimits limits = LIMITS.withTurnSeconds(0);
        try (EngineFixture fixture = new EngineFixture(limits)) {
            fixture.attachLarge(1, FakeExecutor.free());
            fixture.attachLarge(2, FakeExecutor.free());
            List<RecordingSink> sinks = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                sinks.add(fixture.submit(cached(1 + i % 2, 1, prompt(40 + i, i), 30, false)));
            }
            for (int i = 0; i < 60; i++) {
                assertThat(sinks.get(i).terminal()).isInstanceOf(TokenEvent.Finished.class);
                assertThat(sinks.get(i).ids()).isEqualTo(expected(prompt(40 + i, i), 30));
            }
            fixture.awaitIdle();
            assertThat(fixture.countersAfter(sinks.size()).prefixCache().evictedBlocks())
                    .isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EngineFault.class,
            names = {"PREFIX_WRONG_CHAIN", "SHARED_BLOCK_WRITTEN", "PREEMPT_FORGETS_TOKEN"})
    void aBrokenMechanismIsNoticed(EngineFault fault) {
        try (EngineFixture fixture = new EngineFixture(LIMITS, Set.of(fault))) {
            fixture.attach(1, FakeExecutor.free(), 8);
            int wrong = 0;
            for (int round = 0; round < 5; round++) {
                List<RecordingSink> sinks = new ArrayList<>();
                List<List<Integer>> prompts = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    List<Integer> prompt = new ArrayList<>(prompt(20, 1));
                    prompt.addAll(prompt(20, i));
                    prompts.add(prompt);
                    sinks.add(fixture.submit(cached(prompt, 70)));
                }
                for (int i = 0; i < 6; i++) {
                    sinks.get(i).terminal();
                    wrong += sinks.get(i).ids().equals(expected(prompts.get(i), 70)) ? 0 : 1;
                }
            }
            assertThat(wrong).isPositive();
        }
    }

    private static void assertOutOfMemory(RecordingSink sink) {
        assertThat(sink.terminal())
                .isInstanceOfSatisfying(
                        TokenEvent.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY));
    }
}
