package dev.troupe.store.generated;

import dev.troupe.kernel.layout.WeightFormat;

/// The format of each group of matrices in a generated model; vectors are F32.
///
/// @param head not used when it is tied to the embedding
public record WeightFormats(
        WeightFormat embedding,
        WeightFormat queryKey,
        WeightFormat value,
        WeightFormat attentionOutput,
        WeightFormat gateUp,
        WeightFormat down,
        WeightFormat head) {

    public static WeightFormats all(WeightFormat format) {
        return new WeightFormats(format, format, format, format, format, format, format);
    }

    /// Embedding and head in Q8_0, the layers in `format`: what small published files do.
    public static WeightFormats layers(WeightFormat format) {
        WeightFormat table = WeightFormat.Q8_0;
        return new WeightFormats(table, format, format, format, format, format, table);
    }
}
