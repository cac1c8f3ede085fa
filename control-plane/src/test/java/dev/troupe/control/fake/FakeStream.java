package dev.troupe.control.fake;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenScore.Alternative;
import dev.troupe.protocol.generate.TokenSink;
import dev.troupe.protocol.generate.TokenStream;
import dev.troupe.protocol.generate.Usage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/// One request at a {@link FakeNode}. Keeps to its credit, like a real node.
public final class FakeStream implements TokenStream {
    private static final int PATIENCE_SECONDS = 60;

    private final GenerationRequest request;
    private final TokenSink sink;
    private final Queue<TokenEvent> waiting = new ArrayDeque<>();
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private int credit;
    private int cachedTokens;
    private int tokens;
    private int sent;
    private boolean ended;

    FakeStream(GenerationRequest request, int initialCredit, TokenSink sink) {
        this.request = request;
        this.credit = initialCredit;
        this.sink = sink;
    }

    public GenerationRequest request() {
        return request;
    }

    /// One token per UTF-8 byte, no end.
    public synchronized FakeStream tokens(String text) {
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            token(b & 0xff);
        }
        return this;
    }

    public synchronized FakeStream token(int id) {
        waiting.add(new TokenEvent.Token(tokens++, score(id)));
        pump();
        return this;
    }

    /// The text, the end token, and the end; or as much of the text as was asked for.
    public synchronized void say(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length >= request.maxTokens()) {
            tokens(new String(bytes, 0, request.maxTokens(), StandardCharsets.UTF_8));
            finish(FinishReason.LENGTH);
        } else {
            tokens(text);
            token(LetterTokenizer.END);
            finish(FinishReason.STOP);
        }
    }

    /// Scores of the whole prompt in runs of at most `runLength`.
    public synchronized FakeStream scorePrompt(int runLength) {
        List<Integer> prompt = request.promptTokens();
        for (int first = 1; first < prompt.size(); first += runLength) {
            int end = Math.min(first + runLength, prompt.size());
            waiting.add(new TokenEvent.PromptScored(
                    first, prompt.subList(first, end).stream().map(this::score).toList()));
        }
        pump();
        return this;
    }

    /// What its usage will say.
    public synchronized FakeStream cached(int promptTokens) {
        cachedTokens = promptTokens;
        return this;
    }

    public synchronized void finish(FinishReason reason) {
        waiting.add(new TokenEvent.Finished(reason, usage()));
        pump();
    }

    public synchronized void fail(ErrorCode code, String message) {
        waiting.add(new TokenEvent.Failed(code, message));
        pump();
    }

    /// -0.5 for the token itself, and as many others as were asked for, by descending id.
    private TokenScore score(int id) {
        List<Alternative> top = new ArrayList<>();
        IntStream.range(0, request.scoring().topCount())
                .forEach(rank -> top.add(new Alternative('z' - rank, -1f - rank)));
        return new TokenScore(id, -0.5f, top);
    }

    private Usage usage() {
        return new Usage(request.promptTokens().size(), cachedTokens, tokens);
    }

    private void pump() {
        while (!ended && !waiting.isEmpty()) {
            if (waiting.peek() instanceof TokenEvent.Token) {
                if (credit == 0) {
                    return;
                }
                credit--;
                sent++;
            }
            TokenEvent event = waiting.remove();
            ended = event instanceof TokenEvent.Terminal;
            sink.accept(event);
        }
    }

    /// Tokens that the credit let through.
    public synchronized int sent() {
        return sent;
    }

    @Override
    public synchronized void credit(int more) {
        credit += more;
        pump();
    }

    @Override
    public synchronized void cancel() {
        cancelled.countDown();
        if (!ended) {
            ended = true;
            sink.accept(new TokenEvent.Cancelled(usage()));
        }
    }

    public boolean isCancelled() {
        return cancelled.getCount() == 0;
    }

    /// Waits until the gateway cancels.
    public void awaitCancelled() {
        try {
            if (!cancelled.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the gateway did not cancel");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
