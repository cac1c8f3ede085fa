package dev.troupe.bench.workload;

/// How the engine of one round is set up. It must not change one bit of a reply.
///
/// @param level of the CPU's kernels, for example `avx512`
/// @param threads that share an op
/// @param step bounds of one step
/// @param sequences that may hold blocks at once
/// @param waiting sequences that may wait for blocks; a further one is refused and asks again
/// @param poolBlocks KV blocks that may be held at once
/// @param clients streams that are open at once
/// @param speculate whether sequences may draft
public record Setup(
        String level,
        int threads,
        Step step,
        int sequences,
        int waiting,
        int poolBlocks,
        int clients,
        boolean speculate) {
    /// @param sliceTokens most prompt tokens of one sequence in one step
    /// @param tokens most rows of a step
    public record Step(int sliceTokens, int tokens) {}

    /// One sequence alone, in the largest slices, without drafts.
    public static Setup alone(String level, int poolBlocks) {
        return new Setup(level, 1, new Step(512, 512), 1, 1, poolBlocks, 1, false);
    }

    public Setup withPoolBlocks(int blocks) {
        return new Setup(level, threads, step, sequences, waiting, blocks, clients, speculate);
    }

    public String describe() {
        return "level %s, threads %d, slice %d, step %d, sequences %d, waiting %d, pool %d blocks, clients %d, speculate %s"
                .formatted(
                        level,
                        threads,
                        step.sliceTokens(),
                        step.tokens(),
                        sequences,
                        waiting,
                        poolBlocks,
                        clients,
                        speculate);
    }
}
