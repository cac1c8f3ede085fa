package dev.troupe.kernel;

/// One method per op; shapes and addresses are its arguments. Every op is exact to the bit as
/// `docs/numerics.md` defines it, for any number of rows, threads and any level. Operands do not
/// overlap unless an op says so.
///
/// Row `r` of a result depends on row `r` of the operands alone. A row that holds NaN or infinity
/// keeps NaN up to its logits, where {@link #sample} reports it; it never touches another row.
///
/// Shapes are checked where an op's record is made. What only the device can see (a token id beyond
/// the table, an address of nobody) may end in {@link KernelException} or in nonsense: it is the
/// caller's duty.
public interface Kernels {
    /// Widens rows of an embedding table to fp32 and scales them.
    void embed(Ops.Embed op);

    /// Copies chosen rows.
    void gather(Ops.Gather op);

    /// RMSNorm to fp32.
    void normalize(Ops.Normalize op);

    /// RMSNorm, added to what is there.
    void normalizeAdd(Ops.NormalizeAdd op);

    /// fp32 rows to int8 groups of 32 with scale and sum.
    void quantize(Ops.Quantize op);

    /// RMSNorm, then quantisation: the bits of {@link #normalize} followed by {@link #quantize}.
    void normalizeQuantize(Ops.NormalizeQuantize op);

    /// Matrix product with an epilogue. `out` is read as well with {@link Ops.Epilogue#ADD}.
    void linear(Ops.Linear op);

    /// Gate and up that were made apart: the bits of the paired epilogues.
    void activate(Ops.Activate op);

    /// Adds the bias, normalises heads and rotates q and k in place (half-split pairs), then writes k
    /// and v to the KV blocks as F16.
    void rotateAndStore(Ops.RotateAndStore op);

    /// Causal attention over the paged KV, up to and with each row's own position. Blocks that no
    /// row's window reaches are not read.
    void attend(Ops.Attend op);

    /// Bends logits softly into a range; what is not finite becomes NaN.
    void softcap(Ops.Softcap op);

    /// Chooses and scores one token per row of logits.
    void sample(Ops.Sample op);

    /// Scratch bytes that {@link #attend} may use for up to `rows` rows of up to `positions`
    /// positions.
    long attendScratchBytes(AttentionShape shape, int rows, int positions);

    /// Scratch bytes that {@link #sample} may use for up to `rows` rows.
    long sampleScratchBytes(int candidates, int rows);
}
