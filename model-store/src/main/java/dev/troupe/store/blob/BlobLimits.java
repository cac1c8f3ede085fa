package dev.troupe.store.blob;

import dev.troupe.store.WorkFolder;
import java.time.Duration;

/// What uploads may take.
///
/// @param maxBlobBytes of one file
/// @param minFreeBytes of the disk that uploads leave free
/// @param maxUploads at once, `1..16`
/// @param grace how long a file is kept that no model uses, from its last upload or use on
public record BlobLimits(long maxBlobBytes, long minFreeBytes, int maxUploads, Duration grace) {
    public BlobLimits {
        if (maxBlobBytes < 1) {
            throw new IllegalArgumentException("maxBlobBytes is " + maxBlobBytes + "; the least is 1");
        }
        if (minFreeBytes < 0) {
            throw new IllegalArgumentException("minFreeBytes is " + minFreeBytes + "; the least is 0");
        }
        if (maxUploads < 1 || maxUploads > WorkFolder.SLOTS) {
            throw new IllegalArgumentException("maxUploads is " + maxUploads + "; allowed is 1 to " + WorkFolder.SLOTS);
        }
        if (grace.isNegative()) {
            throw new IllegalArgumentException("grace is " + grace + "; the least is 0");
        }
    }

    /// Room for the largest published files; what nobody uses goes after a day.
    public static BlobLimits defaults() {
        return new BlobLimits(256L << 30, 1L << 30, 8, Duration.ofDays(1));
    }
}
