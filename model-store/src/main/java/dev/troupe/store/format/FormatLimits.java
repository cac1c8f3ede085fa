package dev.troupe.store.format;

/// How much a model file's header may ask for. What a header costs in memory is bounded by about
/// three times `headerBytes`.
///
/// @param headerBytes metadata and tensor directory together
/// @param metadataEntries keys
/// @param keyBytes of one key
/// @param stringBytes of one string, a chat template for example
/// @param arrayLength elements of one array, a vocabulary for example; arrays of arrays are refused
/// @param tensors entries of the directory
/// @param tensorNameBytes of one name
/// @param jsonBytes of a configuration, an index or a safetensors header
public record FormatLimits(
        int headerBytes,
        int metadataEntries,
        int keyBytes,
        int stringBytes,
        int arrayLength,
        int tensors,
        int tensorNameBytes,
        int jsonBytes) {
    /// The most dimensions a tensor of any known file has.
    static final int MAX_DIMENSIONS = 4;

    public FormatLimits {
        check("headerBytes", headerBytes);
        check("metadataEntries", metadataEntries);
        check("keyBytes", keyBytes);
        check("stringBytes", stringBytes);
        check("arrayLength", arrayLength);
        check("tensors", tensors);
        check("tensorNameBytes", tensorNameBytes);
        check("jsonBytes", jsonBytes);
    }

    /// Room for every published model of up to a million vocabulary entries.
    public static FormatLimits defaults() {
        return new FormatLimits(64 << 20, 4096, 1024, 4 << 20, 1 << 20, 1 << 16, 256, 16 << 20);
    }

    private static void check(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + "; the least is 1");
        }
    }
}
