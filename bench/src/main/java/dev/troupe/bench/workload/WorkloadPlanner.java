package dev.troupe.bench.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Draws a {@link Workload}: a pure function of plan and seed.
final class WorkloadPlanner {
    private static final int MOST_PROMPT = 1500;
    private static final int MOST_PROMPT_HEAVY = 700;
    private static final int MOST_PROMPT_SLOW = 300;
    private static final int MOST_SLICES = 80;
    private static final int MOST_SLICES_HEAVY = 24;
    private static final int MOST_TOKENS = 120;
    private static final int MOST_TOKENS_HEAVY = 64;
    /// Together they fit the least of the tight pools.
    private static final int MOST_PROMPT_TIGHT = 32;

    private static final int MOST_TOKENS_TIGHT = 96;

    /// One round of so many has two models on its device.
    private static final int SHARED_DEVICE_EVERY = 5;

    /// Slow levels of heavy models: a few short requests, as many of each thousand.
    private static final int HEAVY_SLOW_PER_THOUSAND = 5;

    private static final int HEAVY_SLOW_PROMPT = 8;
    private static final int HEAVY_SLOW_TOKENS = 4;

    /// A heavy model's steps are dear: they are few, so each must carry many sequences.
    private static final int HEAVY_ROUND_REQUESTS = 60;

    private static final Duration MOST_PATIENCE = Duration.ofMillis(20);
    private static final Duration MOST_PATIENCE_HEAVY = Duration.ofSeconds(4);
    private static final int LEAVERS = 2;
    private static final int LEAVERS_HEAVY = 3;

    /// Who takes longest comes first: else a few of them, alone at the end, would make most of the
    /// steps, with nobody to share them.
    private static final Comparator<Ask> LONGEST_FIRST = Comparator.comparing(
                    (Ask ask) -> !(ask.caller() instanceof Caller.Dribbling))
            .thenComparing(ask -> -ask.question().maxTokens());

    private final WorkloadPlan plan;
    private final Dice dice;
    private final SetupDice setups;
    private final Map<String, QuestionDeck> decks = new HashMap<>();
    private final List<Round> rounds = new ArrayList<>();
    private int asks;

    private WorkloadPlanner(WorkloadPlan plan, long seed) {
        this.plan = plan;
        dice = new Dice(seed);
        setups = new SetupDice(plan, dice.child());
    }

    static Workload plan(WorkloadPlan plan, long seed) {
        WorkloadPlanner planner = new WorkloadPlanner(plan, seed);
        planner.addRounds();
        return new Workload(seed, planner.rounds);
    }

    private void addRounds() {
        List<ModelRole> light =
                plan.models().stream().filter(model -> !model.heavy()).toList();
        plan.models().stream().filter(ModelRole::heavy).forEach(model -> addHeavy(model, light.isEmpty()));
        if (!light.isEmpty()) {
            addLight(light);
        }
    }

    private void addLight(List<ModelRole> models) {
        Bag<ModelRole> bag = new Bag<>(models, dice.child());
        Bag<String> levels = new Bag<>(levelShares(), dice.child());
        while (asks < plan.requests()) {
            int count = Math.min(plan.roundRequests(), plan.requests() - asks);
            boolean shared = rounds.size() % SHARED_DEVICE_EVERY == SHARED_DEVICE_EVERY - 1 && models.size() > 1;
            List<ModelRole> onDevice = shared ? List.of(bag.draw(), bag.draw()) : List.of(bag.draw());
            addRound(onDevice.stream().distinct().toList(), setups.draw(levels.draw(), count), count);
        }
    }

    /// The fastest level in two of three rounds.
    private List<String> levelShares() {
        List<String> shares = new ArrayList<>();
        for (String level : plan.levels().subList(1, plan.levels().size())) {
            shares.add(level);
            shares.add(plan.levels().getFirst());
            shares.add(plan.levels().getFirst());
        }
        return shares.isEmpty() ? plan.levels() : shares;
    }

    private void addHeavy(ModelRole model, boolean alone) {
        int total = plan.models().stream().mapToInt(ModelRole::weight).sum();
        int share = alone ? plan.requests() : Math.ceilDiv(plan.requests() * model.weight(), total);
        int slow = Math.ceilDiv(HEAVY_SLOW_PER_THOUSAND * plan.requests(), 1000);
        for (String level : plan.levels().subList(1, plan.levels().size())) {
            addRound(List.of(model), setups.drawRoomy(level), Math.min(slow, plan.requests() - asks));
        }
        int pieces = Math.max(1, (share - asks) / HEAVY_ROUND_REQUESTS);
        for (int piece = 0; piece < pieces && asks < share; piece++) {
            int count = Math.ceilDiv(share - asks, pieces - piece);
            addRound(List.of(model), setups.draw(plan.levels().getFirst(), count), count);
        }
    }

    private void addRound(List<ModelRole> models, Setup setup, int count) {
        if (count < 1) {
            return;
        }
        List<CallerDice> callers = models.stream()
                .map(model -> {
                    int mostPrompt = mostPrompt(model, setup);
                    CallerDice.Bounds bounds = new CallerDice.Bounds(
                            setup.step().sliceTokens(),
                            mostPrompt,
                            model.heavy() ? MOST_PATIENCE_HEAVY : MOST_PATIENCE,
                            model.heavy() ? LEAVERS_HEAVY : LEAVERS);
                    return new CallerDice(deck(model, setup), bounds, dice.child());
                })
                .toList();
        List<Ask> drawn = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            drawn.add(callers.get(i % callers.size()).draw(asks++));
        }
        drawn.sort(LONGEST_FIRST);
        List<String> names = models.stream().map(ModelRole::name).toList();
        rounds.add(new Round(rounds.size(), names, setups.withPool(setup, drawn), drawn));
    }

    /// Rounds of one kind share a deck, so questions are asked again under other setups.
    private QuestionDeck deck(ModelRole model, Setup setup) {
        if (isHeavyAndSlow(model, setup)) {
            return new QuestionDeck(model, HEAVY_SLOW_TOKENS, dice.child());
        }
        boolean tight = SetupDice.isTight(setup);
        int mostTokens = tight ? MOST_TOKENS_TIGHT : model.heavy() ? MOST_TOKENS_HEAVY : MOST_TOKENS;
        String key = model.name() + (tight ? ", tight" : "");
        return decks.computeIfAbsent(key, _ -> new QuestionDeck(model, mostTokens, dice.child()));
    }

    private boolean isHeavyAndSlow(ModelRole model, Setup setup) {
        return model.heavy() && !setup.level().equals(plan.levels().getFirst());
    }

    /// Small slices get shorter prompts: otherwise one long prompt, alone at the end of its round,
    /// would make most of the steps.
    private int mostPrompt(ModelRole model, Setup setup) {
        if (isHeavyAndSlow(model, setup)) {
            return HEAVY_SLOW_PROMPT;
        }
        int most = Math.min(MOST_PROMPT, model.contextLength() - MOST_TOKENS);
        int slices = model.heavy() ? MOST_SLICES_HEAVY : MOST_SLICES;
        most = Math.min(most, setup.step().sliceTokens() * slices);
        if (model.heavy()) {
            most = Math.min(most, MOST_PROMPT_HEAVY);
        }
        if (SetupDice.isTight(setup)) {
            // Short prompts and long replies: it is growth that takes blocks from others.
            most = Math.min(most, MOST_PROMPT_TIGHT);
        }
        return setup.level().equals(plan.levels().getFirst()) ? most : Math.min(most, MOST_PROMPT_SLOW);
    }
}
