package dev.troupe.node.engine;

import static dev.troupe.node.engine.EngineFixture.cached;
import static dev.troupe.node.engine.EngineFixture.expected;
import static dev.troupe.node.engine.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;

/// Random readers on a small engine: they pay late, leave at any time, find the queue full, and
/// steps fail now and then. Whatever happens, a stream says the right tokens in order and ends once,
/// and nothing is left behind.
class EngineSim {
    private static final int REQUESTS = 150;
    private static final int UNLUCKY = 13;

    private record Reader(GenerationRequest request, TokenStream stream, RecordingSink sink) {}

    @RepeatedTest(5)
    void everyStreamIsRightAndEndsOnce() {
        long seed = Long.getLong("troupe.seed", System.nanoTime());
        System.out.println("EngineSim seed " + seed + " (repeat with -Dtroupe.seed)");
        Random random = new Random(seed);
        EngineLimits limits = new EngineLimits(9 + random.nextInt(40), 1 + random.nextInt(20), 8, 12, 8);
        List<Reader> readers = new ArrayList<>();
        int refused = 0;
        try (EngineFixture fixture = new EngineFixture(limits)) {
            for (int model = 1; model <= 2; model++) {
                fixture.attach(model, unluckyExecutor(), 6 + random.nextInt(20));
            }
            for (int i = 0; i < REQUESTS; i++) {
                try {
                    readers.add(submit(fixture, random));
                } catch (ServingException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED);
                    refused++;
                }
                disturb(readers, random);
            }
            for (Reader reader : readers) {
                reader.stream().credit(1000);
                check(reader);
            }
            fixture.awaitIdle();
        }
        assertThat(readers).hasSize(REQUESTS - refused);
    }

    private static FakeExecutor unluckyExecutor() {
        FakeExecutor executor = FakeExecutor.free();
        executor.onStep(input -> {
            if (input.slices().stream().anyMatch(slice -> slice.tokens()[0] == UNLUCKY)) {
                throw new IllegalArgumentException("unlucky");
            }
        });
        return executor;
    }

    private static Reader submit(EngineFixture fixture, Random random) {
        List<Integer> prompt = new ArrayList<>(EngineFixture.prompt(random.nextInt(40), random.nextInt(3)));
        prompt.addAll(EngineFixture.prompt(1 + random.nextInt(40), random.nextInt(1000)));
        int model = 1 + random.nextInt(2);
        boolean promptToo = random.nextInt(4) == 0;
        GenerationRequest request = random.nextInt(4) == 0
                ? request(model, prompt, random.nextInt(40), List.of(), promptToo)
                : cached(model, random.nextInt(2), prompt, random.nextInt(40), promptToo);
        RecordingSink sink = new RecordingSink();
        return new Reader(request, fixture.engine.submit(request, 1 + random.nextInt(3), sink), sink);
    }

    private static void disturb(List<Reader> readers, Random random) {
        if (readers.isEmpty()) {
            return;
        }
        TokenStream any = readers.get(random.nextInt(readers.size())).stream();
        switch (random.nextInt(6)) {
            case 0 -> any.cancel();
            case 1, 2, 3 -> any.credit(1 + random.nextInt(5));
            default -> Thread.onSpinWait();
        }
    }

    private static void check(Reader reader) {
        TokenEvent.Terminal terminal = reader.sink().terminal();
        GenerationRequest request = reader.request();
        List<Integer> all = expected(request.promptTokens(), request.maxTokens());
        List<Integer> ids = reader.sink().ids();
        assertThat(ids).isEqualTo(all.subList(0, ids.size()));
        switch (terminal) {
            case TokenEvent.Finished finished -> {
                assertThat(ids).hasSize(request.maxTokens());
                assertThat(finished.usage().completionTokens()).isEqualTo(request.maxTokens());
            }
            case TokenEvent.Cancelled cancelled ->
                assertThat(cancelled.usage().completionTokens()).isEqualTo(ids.size());
            case TokenEvent.Failed failed ->
                assertThat(failed.code()).isIn(ErrorCode.INTERNAL, ErrorCode.OUT_OF_MEMORY);
        }
    }
}
