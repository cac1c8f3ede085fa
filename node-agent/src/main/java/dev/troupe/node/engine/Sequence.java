package dev.troupe.node.engine;

import dev.troupe.node.kv.BlockTable;
import dev.troupe.node.kv.KvLayout;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenSink;
import dev.troupe.protocol.generate.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One request on its way. Owned by the engine's thread, its {@link Demand} apart.
final class Sequence {
    private static final Logger LOG = LoggerFactory.getLogger(Sequence.class);

    private final long id;
    private final GenerationRequest request;
    private final TokenSink sink;
    private final Demand demand;
    private final WaitingRoom.Seat seat;
    private final Set<Integer> stopTokens;
    /// The prompt, then what was generated; the first `known` entries are valid.
    private final int[] tokens;

    private int known;
    private int computed;
    private Optional<BlockTable> table = Optional.empty();
    private boolean ended;

    Sequence(long id, GenerationRequest request, TokenSink sink, Demand demand, WaitingRoom.Seat seat) {
        this.id = id;
        this.request = request;
        this.sink = sink;
        this.demand = demand;
        this.seat = seat;
        this.stopTokens = Set.copyOf(request.stopTokens().ids());
        this.tokens = new int[request.maxPositions()];
        for (int token : request.promptTokens()) {
            tokens[known++] = token;
        }
    }

    long id() {
        return id;
    }

    Demand demand() {
        return demand;
    }

    boolean isEnded() {
        return ended;
    }

    /// Blocks for everything it may ever need.
    int blocksWanted() {
        return KvLayout.blocksFor(request.maxPositions());
    }

    SequenceView view() {
        boolean decoding = completionTokens() > 0 && pendingRows() == 1;
        return new SequenceView(
                id,
                decoding ? SequenceView.Phase.DECODE : SequenceView.Phase.PREFILL,
                pendingRows(),
                scoresPrompt() && computed < promptTokens(),
                demand.hasCredit(),
                blocksWanted());
    }

    /// Rows that could be computed now. Zero only for a request that wants nothing computed.
    int pendingRows() {
        return wantedRows() - computed;
    }

    void admit(BlockTable granted) {
        table = Optional.of(granted);
        seat.leave();
    }

    /// The next `rows` positions, as an executor's work.
    StepInput.Slice slice(int rows) {
        int[] run = new int[rows];
        System.arraycopy(tokens, computed, run, 0, rows);
        List<StepInput.Ask> asks = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            int position = computed + row;
            want(position)
                    .ifPresent(want -> asks.add(new StepInput.Ask(
                            position - computed, want, request.scoring().topCount())));
        }
        return new StepInput.Slice(table.orElseThrow(), computed, run, asks);
    }

    /// Takes the answers to `slice`, tells the reader, and says whether this was the end.
    Optional<TokenEvent.Terminal> absorb(StepInput.Slice slice, List<Answer> answers) {
        computed += slice.tokens().length;
        List<TokenScore> promptScores = new ArrayList<>();
        Optional<TokenScore> next = Optional.empty();
        for (int i = 0; i < answers.size(); i++) {
            StepInput.Ask ask = slice.asks().get(i);
            if (!(answers.get(i) instanceof Answer.Scored(TokenScore score))) {
                return Optional.of(notFinite(slice.firstPosition() + ask.row()));
            }
            switch (ask.want()) {
                case StepInput.Given _ -> promptScores.add(score);
                case StepInput.Next _ -> next = Optional.of(score);
            }
        }
        if (!promptScores.isEmpty()) {
            emit(new TokenEvent.PromptScored(slice.firstPosition() + 1, promptScores));
        }
        next.ifPresent(this::append);
        return terminal(next);
    }

    /// Gives its blocks and its place back, then tells the reader, also when the blocks cannot be
    /// given back. The engine calls this once.
    void end(TokenEvent.Terminal terminal) {
        ended = true;
        try {
            table.ifPresent(BlockTable::close);
        } finally {
            table = Optional.empty();
            seat.leave();
            emit(terminal);
        }
    }

    Usage usage() {
        return new Usage(promptTokens(), 0, completionTokens());
    }

    private Optional<StepInput.Want> want(int position) {
        int following = position + 1;
        if (following < promptTokens()) {
            return scoresPrompt() ? Optional.of(new StepInput.Given(tokens[following])) : Optional.empty();
        }
        return following == known && request.maxTokens() > 0
                ? Optional.of(new StepInput.Next(request.sampling(), following))
                : Optional.empty();
    }

    private void append(TokenScore score) {
        int index = completionTokens();
        tokens[known++] = score.id();
        demand.spend();
        emit(new TokenEvent.Token(index, score));
    }

    private Optional<TokenEvent.Terminal> terminal(Optional<TokenScore> last) {
        if (last.isPresent() && stopTokens.contains(last.get().id())) {
            return Optional.of(new TokenEvent.Finished(FinishReason.STOP, usage()));
        }
        boolean complete = completionTokens() == request.maxTokens() && (last.isPresent() || pendingRows() == 0);
        return complete ? Optional.of(new TokenEvent.Finished(FinishReason.LENGTH, usage())) : Optional.empty();
    }

    private TokenEvent.Terminal notFinite(int position) {
        return new TokenEvent.Failed(
                ErrorCode.NUMERICS_FAILED,
                "the logits after position " + position + " hold NaN or infinity; nothing can be chosen from them");
    }

    /// A reader that throws has broken its promise: for it the request ends as if it had cancelled.
    private void emit(TokenEvent event) {
        try {
            sink.accept(event);
        } catch (RuntimeException e) {
            LOG.error("request {}: its sink threw on {}; it is cancelled", request.id(), event, e);
            demand.cancel();
        }
    }

    /// With nothing to generate the last prompt token needs no row: it predicts nothing wanted.
    private int wantedRows() {
        if (request.maxTokens() > 0) {
            return known;
        }
        return scoresPrompt() ? promptTokens() - 1 : 0;
    }

    private boolean scoresPrompt() {
        return request.scoring().promptToo();
    }

    private int promptTokens() {
        return request.promptTokens().size();
    }

    private int completionTokens() {
        return known - promptTokens();
    }
}
