package dev.troupe.node.engine;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.DeviceMemory;
import dev.troupe.protocol.generate.TokenScore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/// A model whose next token is a hash of all tokens before it, or another function of them. Its "KV"
/// is the token itself, written into its block on the device and read back through the table: a
/// position that is skipped, doubled, lost or written by another changes what it says.
final class FakeExecutor implements StepExecutor {
    static final int VOCABULARY = 1000;

    private volatile DeviceMemory memory;
    private final AtomicInteger steps = new AtomicInteger();
    private final Semaphore entered = new Semaphore(0);
    private final Semaphore allowed;
    private final Function<List<Integer>, TokenScore> rule;
    private volatile Consumer<StepInput> onStep = _ -> {};

    private FakeExecutor(int allowed, Function<List<Integer>, TokenScore> rule) {
        this.allowed = new Semaphore(allowed);
        this.rule = rule;
    }

    static FakeExecutor free() {
        return new FakeExecutor(Integer.MAX_VALUE / 2, FakeExecutor::after);
    }

    /// @param rule the next token after those given
    static FakeExecutor saying(Function<List<Integer>, TokenScore> rule) {
        return new FakeExecutor(Integer.MAX_VALUE / 2, rule);
    }

    /// Says again what stood `period` tokens before.
    static FakeExecutor echo(int period) {
        return saying(tokens -> echoed(tokens, period));
    }

    static TokenScore echoed(List<Integer> tokens, int period) {
        return new TokenScore(tokens.get(Math.max(0, tokens.size() - period)), -tokens.size(), List.of());
    }

    /// Each step waits until the test lets it go on.
    static FakeExecutor stepwise() {
        return new FakeExecutor(0, FakeExecutor::after);
    }

    /// Where its blocks lie; told when it is attached.
    void useMemory(DeviceMemory device) {
        memory = device;
    }

    void onStep(Consumer<StepInput> action) {
        onStep = action;
    }

    /// Returns when `count` more steps have begun.
    void awaitBegun(int count) throws InterruptedException {
        entered.acquire(count);
    }

    void allow(int count) {
        allowed.release(count);
    }

    int steps() {
        return steps.get();
    }

    /// What the model says after `tokens`.
    static TokenScore after(List<Integer> tokens) {
        int hash = tokens.hashCode() * 31 + tokens.size();
        return new TokenScore(Math.floorMod(hash, VOCABULARY), -Math.floorMod(hash, 977) / 977f, List.of());
    }

    @Override
    public StepRun begin(StepInput input) {
        return () -> {
            entered.release();
            allowed.acquireUninterruptibly();
            steps.incrementAndGet();
            onStep.accept(input);
            return new Done(input.slices().stream().map(this::run).toList());
        };
    }

    private List<Answer> run(StepInput.Slice slice) {
        List<Long> blocks = table(slice);
        List<Integer> tokens = new ArrayList<>();
        for (int position = 0; position < slice.firstPosition(); position++) {
            tokens.add(at(blocks, position).getInt());
        }
        List<Answer> answers = new ArrayList<>();
        for (int row = 0; row < slice.tokens().length; row++) {
            int position = slice.firstPosition() + row;
            memory.write(
                    place(blocks, position),
                    buffer(Integer.BYTES).putInt(slice.tokens()[row]).flip());
            tokens.add(slice.tokens()[row]);
            for (StepInput.Ask ask : slice.asks()) {
                if (ask.row() == row) {
                    answers.add(answer(ask, tokens));
                }
            }
        }
        return answers;
    }

    private List<Long> table(StepInput.Slice slice) {
        ByteBuffer list = buffer(slice.table().blockCount() * Long.BYTES);
        memory.read(slice.table().address(), list);
        List<Long> blocks = new ArrayList<>();
        for (list.flip(); list.hasRemaining(); ) {
            blocks.add(list.getLong());
        }
        return blocks;
    }

    private ByteBuffer at(List<Long> blocks, int position) {
        ByteBuffer token = buffer(Integer.BYTES);
        memory.read(place(blocks, position), token);
        return token.flip();
    }

    private static long place(List<Long> blocks, int position) {
        return blocks.get(position / AttentionShape.BLOCK) + (long) position % AttentionShape.BLOCK * Integer.BYTES;
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private Answer answer(StepInput.Ask ask, List<Integer> tokens) {
        TokenScore next = rule.apply(tokens);
        return new Answer.Scored(
                switch (ask.want()) {
                    case StepInput.Given(int token) -> new TokenScore(token, next.logprob(), List.of());
                    case StepInput.Next(var _, int position, var _) -> {
                        if (position != tokens.size()) {
                            throw new AssertionError("draw at " + position + " after " + tokens.size());
                        }
                        yield next;
                    }
                });
    }
}
