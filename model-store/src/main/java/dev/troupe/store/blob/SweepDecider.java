package dev.troupe.store.blob;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Decides which blobs go. Pure.
final class SweepDecider {
    private SweepDecider() {}

    static List<StoredBlob> decide(List<StoredBlob> all, UsedBlobs used, Instant now, Duration grace) {
        return all.stream()
                .filter(blob -> !used.contains(blob.owner(), blob.digest()))
                .filter(blob -> blob.lastUse().plus(grace).isBefore(now))
                .toList();
    }
}
