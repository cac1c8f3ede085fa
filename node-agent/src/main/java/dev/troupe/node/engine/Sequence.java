package dev.troupe.node.engine;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.node.draft.Acceptance;
import dev.troupe.node.draft.DraftPlanner;
import dev.troupe.node.draft.PromptLookup;
import dev.troupe.node.kv.BlockPool;
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
import java.util.OptionalInt;
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
    private final Set<EngineFault> faults;
    private final SequenceMemory memory;
    private final Set<Integer> stopTokens;
    /// The prompt, then what was generated; the first `known` entries are valid.
    private final int[] tokens;

    private int known;
    private int computed;
    /// Prompt positions whose scores were sent.
    private int scored;
    /// What the first admission found in the cache.
    private OptionalInt cachedTokens = OptionalInt.empty();
    private Acceptance acceptance = Acceptance.unknown();
    private boolean ended;
    /// A fault; see {@link EngineFault#SHARED_BLOCK_WRITTEN}.
    private boolean writesShared;

    Sequence(
            long id,
            GenerationRequest request,
            TokenSink sink,
            Demand demand,
            WaitingRoom.Seat seat,
            Set<EngineFault> faults) {
        this.faults = faults;
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
        this.memory = SequenceMemory.of(request, faults);
        memory.name(tokens, known);
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

    boolean wasAdmitted() {
        return cachedTokens.isPresent();
    }

    /// Its memory.
    SequenceMemory memory() {
        return memory;
    }

    /// As one that runs.
    SequenceView view() {
        return view(computed, memory.blocks(), memory.prefix());
    }

    /// As one that waits: what it would find in `pool` counts as computed.
    SequenceView waitingView(BlockPool pool) {
        SequenceMemory.Prospect prospect = memory.prospect(pool, known);
        return view(prospect.cachedPositions(), prospect.blocks(), prospect.prefix());
    }

    private SequenceView view(int done, SequenceView.Blocks blocks, SequenceView.Prefix prefix) {
        int pending = wantedRows() - done;
        boolean decoding = completionTokens() > 0 && pending == 1;
        return new SequenceView(
                id,
                decoding ? SequenceView.Phase.DECODE : SequenceView.Phase.PREFILL,
                done,
                pending,
                scoresPrompt() && done < promptTokens(),
                demand.hasCredit(),
                blocks,
                prefix);
    }

    /// Rows that could be computed now. Zero only for a request that wants nothing computed.
    int pendingRows() {
        return wantedRows() - computed;
    }

    /// Takes blocks for what it knows; what the cache has of it is computed already.
    ///
    /// @return positions found in the cache; empty when the pool has no room
    OptionalInt admit(BlockPool pool) {
        OptionalInt cached = memory.take(pool, known);
        cached.ifPresent(positions -> {
            computed = positions;
            cachedTokens = cachedTokens.isPresent() ? cachedTokens : cached;
            writesShared = positions > 0 && faults.contains(EngineFault.SHARED_BLOCK_WRITTEN);
            seat.leave();
        });
        return cached;
    }

    /// Gives its blocks back and keeps its tokens: it will compute them again.
    ///
    /// @return positions it had computed
    int preempt() {
        int lost = computed;
        computed = 0;
        memory.drop();
        if (faults.contains(EngineFault.PREEMPT_FORGETS_TOKEN)) {
            tokens[known - 1] = Math.max(0, tokens[known - 1] - 1);
        }
        return lost;
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
        StepInput.Past past = new StepInput.Past(tokens, promptTokens());
        return broken(new StepInput.Slice(memory.table(), computed, run, asks, past));
    }

    private StepInput.Slice broken(StepInput.Slice slice) {
        if (!writesShared) {
            return slice;
        }
        writesShared = false;
        int[] run = {Math.max(0, tokens[computed - 1] - 1)};
        return new StepInput.Slice(slice.table(), computed - 1, run, List.of(), slice.past());
    }

    /// What it could draft in a decode; empty when it has no guess, or no room or credit for one.
    Optional<DraftPlanner.Candidate> draftCandidate(int most) {
        int blockRoom = memory.table().blockCount() * AttentionShape.BLOCK - known;
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
        if (!(terminal.orElse(null) instanceof TokenEvent.Failed)) {
            memory.name(tokens, known);
            memory.seal(computed);
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
            return position < known
                    && (faults.contains(EngineFault.DRAFTS_UNCHECKED) || tokens[position] == slice.tokens()[row]);
        }

        private Optional<TokenEvent.Terminal> take(StepInput.Ask ask, Answer answer) {
            int position = slice.firstPosition() + ask.row();
            return switch (answer) {
                case Answer.NotFinite _ -> Optional.of(notFinite(position));
                case Answer.NothingLeft _ -> Optional.of(nothingLeft(position));
                case Answer.Scored(TokenScore score) -> take(ask, position, score);
            };
        }

        private Optional<TokenEvent.Terminal> take(StepInput.Ask ask, int position, TokenScore score) {
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
                emit(new TokenEvent.PromptScored(scored + 1, promptScores));
                scored += promptScores.size();
                promptScores.clear();
            }
        }
    }

    /// Gives its blocks and its place back, then tells the reader, also when the blocks cannot be
    /// given back. The engine calls this once.
    void end(TokenEvent.Terminal terminal) {
        ended = true;
        try {
            memory.drop();
        } finally {
            seat.leave();
            emit(terminal);
        }
    }

    Usage usage() {
        return new Usage(promptTokens(), cachedTokens.orElse(0), completionTokens());
    }

    private Optional<StepInput.Want> want(int position) {
        int following = position + 1;
        if (following < promptTokens()) {
            boolean wanted = scoresPrompt() && following > scored;
            return wanted ? Optional.of(new StepInput.Given(tokens[following])) : Optional.empty();
        }
        return following == known && request.maxTokens() > 0 ? Optional.of(next(following)) : Optional.empty();
    }

    private StepInput.Next next(int position) {
        boolean tooEarly = position - promptTokens() < request.stopTokens().minTokens();
        List<Integer> banned = tooEarly ? request.stopTokens().ids() : List.of();
        return new StepInput.Next(request.sampling(), position, banned);
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

    private TokenEvent.Terminal nothingLeft(int position) {
        return new TokenEvent.Failed(
                ErrorCode.INVALID_REQUEST,
                "after position " + position + " no token can be chosen: minTokens bans the stop tokens, and no other "
                        + "has a chance");
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
