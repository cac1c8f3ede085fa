package dev.troupe.kernel.profile;

import java.util.List;

/// Totals of a device's ops since it was opened.
///
/// @param entries of the kinds that ran, in the order of {@link OpKind}
public record OpTimes(List<Entry> entries) {
    /// @param nanos from the call to its return, `waitNanos` included
    /// @param waitNanos in which the caller had no work of its own left and waited for other threads
    public record Entry(OpKind kind, long calls, long nanos, long waitNanos) {
        /// What the caller computed, or had computed, without waiting.
        public long workNanos() {
            return nanos - waitNanos;
        }
    }

    public OpTimes {
        entries = List.copyOf(entries);
    }

    public static OpTimes none() {
        return new OpTimes(List.of());
    }

    public long calls(OpKind kind) {
        return entries.stream()
                .filter(entry -> entry.kind() == kind)
                .mapToLong(Entry::calls)
                .sum();
    }

    public long nanos() {
        return entries.stream().mapToLong(Entry::nanos).sum();
    }

    public long waitNanos() {
        return entries.stream().mapToLong(Entry::waitNanos).sum();
    }
}
