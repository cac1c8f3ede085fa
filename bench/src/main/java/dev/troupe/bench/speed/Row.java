package dev.troupe.bench.speed;

/// One line of the result.
///
/// @param measure for example `prefill 512`
/// @param unit for example `tokens/s`
record Row(String measure, String model, Samples ours, String unit, Limit limit) {
    /// The best sample's share of the limit.
    double limitShare() {
        return ours.best() / limit.perSecond();
    }
}
