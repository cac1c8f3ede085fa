package dev.troupe.bench.workload;

import static java.util.Collections.nCopies;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// Draws setups so that every value comes up in any few rounds.
final class SetupDice {
    private static final int BLOCK_POSITIONS = 16;
    private static final int MOST_CLIENTS = 64;
    private static final int MOST_POOL_BLOCKS = 4096;
    private static final int LEAST_TIGHT_BLOCKS = 8;
    private static final int MOST_TIGHT_BLOCKS = 40;

    /// One setup of so many has a pool that running sequences outgrow.
    private static final int TIGHT_EVERY = 3;

    private enum Pool {
        /// Nobody waits for blocks.
        ALL,
        /// A third of the asks' blocks, or just enough for the largest ask: admission has to wait.
        THIRD,
        /// An eighth of them, or just enough for the largest ask.
        EIGHTH
    }

    private final Bag<Integer> slices;
    private final Bag<Integer> threads;
    private final Bag<Pool> pools;
    private final Dice dice;
    private int draws;

    SetupDice(WorkloadPlan plan, Dice dice) {
        slices = new Bag<>(List.of(1, 7, 64, 512), dice.child());
        threads = new Bag<>(plan.threads(), dice.child());
        pools = new Bag<>(poolShares(), dice.child());
        this.dice = dice;
    }

    /// A setup whose pool, unless it is tight, does not yet know its asks.
    ///
    /// @param asks how many there will be
    Setup draw(String level, int asks) {
        return draw(level, draws++ % TIGHT_EVERY == 1 ? OptionalInt.of(asks) : OptionalInt.empty());
    }

    /// A setup whose pool is not tight: for asks that are too short to grow.
    Setup drawRoomy(String level) {
        return draw(level, OptionalInt.empty());
    }

    private Setup draw(String level, OptionalInt tightAsks) {
        int slice = slices.draw();
        int sequences = dice.pick(List.of(32, 48, MOST_CLIENTS));
        int step = Math.max(slice, dice.pick(List.of(sequences + 1, 96, 256, 512)));
        int waiting = dice.pick(List.of(4, MOST_CLIENTS));
        int pool = tightAsks.isPresent() ? tightPool(tightAsks.getAsInt()) : MOST_POOL_BLOCKS;
        boolean speculate = dice.chance(75);
        return new Setup(
                level, threads.draw(), new Setup.Step(slice, step), sequences, waiting, pool, MOST_CLIENTS, speculate);
    }

    /// Mostly large enough for a batch: half a block for each ask, as few asks need a smaller pool
    /// to be in each other's way.
    private int tightPool(int asks) {
        int tightBlocks = Math.clamp(asks / 2, MOST_TIGHT_BLOCKS / 3, MOST_TIGHT_BLOCKS);
        int least = dice.chance(88) ? Math.max(LEAST_TIGHT_BLOCKS, tightBlocks * 3 / 4) : LEAST_TIGHT_BLOCKS;
        return dice.between(least, tightBlocks);
    }

    /// Whether running sequences outgrow the pool: then asks must be small.
    static boolean isTight(Setup setup) {
        return setup.poolBlocks() <= MOST_TIGHT_BLOCKS;
    }

    /// The same with a pool for these asks.
    Setup withPool(Setup setup, List<Ask> asks) {
        if (isTight(setup)) {
            return setup;
        }
        int largest = asks.stream().mapToInt(SetupDice::blocks).max().orElseThrow();
        int all = asks.stream().mapToInt(SetupDice::blocks).sum();
        int wanted = switch (pools.draw()) {
            case ALL -> all;
            case THIRD -> all / 3;
            case EIGHTH -> all / 8;
        };
        return setup.withPoolBlocks(Math.clamp(wanted, Math.max(largest, MOST_TIGHT_BLOCKS + 1), MOST_POOL_BLOCKS));
    }

    /// Small pools make small batches: they must not make most of a run's steps.
    private static List<Pool> poolShares() {
        return Stream.of(nCopies(6, Pool.ALL), nCopies(3, Pool.THIRD), nCopies(1, Pool.EIGHTH))
                .flatMap(List::stream)
                .toList();
    }

    private static int blocks(Ask ask) {
        return Math.ceilDiv(ask.question().maxPositions(), BLOCK_POSITIONS);
    }
}
