package dev.troupe.node.engine;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.node.draft.Acceptance;
import dev.troupe.node.draft.DraftPlanner;
import dev.troupe.node.draft.PromptLookup;
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
    private final boolean draftsUnchecked;
    private final Set<Integer> stopTokens;
    /// The prompt, then what was generated; the first `known` entries are valid.
    private final int[] tokens;

    private int known;
    private int computed;
    private Optional<BlockTable> table = Optional.empty();
    private Acceptance acceptance = Acceptance.unknown();
    private boolean ended;

    Sequence(
            long id,
            GenerationRequest request,
            TokenSink sink,
            Demand demand,
            WaitingRoom.Seat seat,
            Set<EngineFault> faults) {
        this.draftsUnchecked = faults.contains(EngineFault.DRAFTS_UNCHECKED);
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

    /// The next `rows` positions, as an executor's work, and behind them as many guesses.
    ///
    /// @param drafts 0, or at most what {@link #draftCandidate} offered for a decode
    StepInput.Slice slice(int rows, int drafts) {
        int[] run = new int[rows + drafts];
        System.arraycopy(tokens, computed, run, 0, rows);
        if (drafts > 0) {
            System.arraycopy(PromptLookup.guess(tokens, known, drafts).tokens(), 0, run, rows, drafts);
        }
        List<StepInput.Ask> asks = new ArrayList<>();
        for (int row = 0; row < rows + drafts; row++) {
            Optional<StepInput.Want> want = row < rows ? want(computed + row) : Optional.of(next(computed + row + 1));
            int index = row;
            want.ifPresent(it ->
                    asks.add(new StepInput.Ask(index, it, request.scoring().topCount())));
        }
        return new StepInput.Slice(table.orElseThrow(), computed, run, asks);
    }

    /// What it could draft in a decode; empty when it has no guess, or no room or credit for one.
    Optional<DraftPlanner.Candidate> draftCandidate(int most) {
        int blockRoom = table.orElseThrow().blockCount() * AttentionShape.BLOCK - known;
        int room = Math.min(request.maxPositions() - 1 - known, blockRoom);
        int wanted = Math.min(most, Math.min(room, demand.credit() - 1));
        if (wanted < 1) {
            return Optional.empty();
        }
        int length = PromptLookup.guess(tokens, known, wanted).length();
        return length == 0
                ? Optional.empty()
                : Optional.of(new DraftPlanner.Candidate(id, length, acceptance.chance()));
    }

    /// It had a guess and none was drafted.
    void restFromDrafting() {
        acceptance = acceptance.afterRest();
    }

    /// Takes the answers to `slice`, tells the reader, and says whether this was the end. Answers
    /// behind a draft that was not the token are of no use.
    Optional<TokenEvent.Terminal> absorb(StepInput.Slice slice, List<Answer> answers) {
        Absorption absorption = new Absorption(slice, answers);
        int drafts = Math.max(0, slice.firstPosition() + slice.tokens().length - known);
        computed = slice.firstPosition() + slice.tokens().length - drafts;
        int before = known;
        Optional<TokenEvent.Terminal> terminal = absorption.run();
        if (drafts > 0) {
            acceptance = acceptance.after(Math.max(0, known - before - 1), drafts);
        }
        return terminal;
    }

    /// One walk over a slice's answers.
    private final class Absorption {
        private final StepInput.Slice slice;
        private final List<Answer> answers;
        private final List<TokenScore> promptScores = new ArrayList<>();

        Absorption(StepInput.Slice slice, List<Answer> answers) {
            this.slice = slice;
            this.answers = answers;
        }

        Optional<TokenEvent.Terminal> run() {
            Optional<TokenEvent.Terminal> terminal = Optional.empty();
            for (int i = 0; i < answers.size() && terminal.isEmpty(); i++) {
                StepInput.Ask ask = slice.asks().get(i);
                if (!stands(ask.row())) {
                    break;
                }
                terminal = take(ask, answers.get(i));
            }
            sendPromptScores();
            return terminal.isPresent() ? terminal : lengthReached();
        }

        /// Whether the row was computed from the tokens that stand before it now.
        private boolean stands(int row) {
            int position = slice.firstPosition() + row;
            return position < known && (draftsUnchecked || tokens[position] == slice.tokens()[row]);
        }

        private Optional<TokenEvent.Terminal> take(StepInput.Ask ask, Answer answer) {
            int position = slice.firstPosition() + ask.row();
            if (!(answer instanceof Answer.Scored(TokenScore score))) {
                return Optional.of(notFinite(position));
            }
            if (ask.want() instanceof StepInput.Given) {
                promptScores.add(score);
                return Optional.empty();
            }
            computed = position + 1;
            sendPromptScores();
            append(score);
            return stopReached(score);
        }

        private void sendPromptScores() {
            if (!promptScores.isEmpty()) {
                emit(new TokenEvent.PromptScored(slice.firstPosition() + 1, promptScores));
                promptScores.clear();
            }
        }
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
        return following == known && request.maxTokens() > 0 ? Optional.of(next(following)) : Optional.empty();
    }

    private StepInput.Next next(int position) {
        return new StepInput.Next(request.sampling(), position);
    }

    private void append(TokenScore score) {
        int index = completionTokens();
        tokens[known++] = score.id();
        demand.spend();
        emit(new TokenEvent.Token(index, score));
    }

    private Optional<TokenEvent.Terminal> stopReached(TokenScore last) {
        if (stopTokens.contains(last.id())) {
            return Optional.of(new TokenEvent.Finished(FinishReason.STOP, usage()));
        }
        return completionTokens() == request.maxTokens() ? Optional.of(lengthReachedNow()) : Optional.empty();
    }

    /// A request that wants no token ends when its prompt is scored.
    private Optional<TokenEvent.Terminal> lengthReached() {
        boolean complete = request.maxTokens() == 0 && pendingRows() == 0;
        return complete ? Optional.of(lengthReachedNow()) : Optional.empty();
    }

    private TokenEvent.Terminal lengthReachedNow() {
        return new TokenEvent.Finished(FinishReason.LENGTH, usage());
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

    int completionTokens() {
        return known - promptTokens();
    }
}
