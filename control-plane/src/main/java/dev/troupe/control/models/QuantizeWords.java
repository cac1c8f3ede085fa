package dev.troupe.control.models;

import dev.troupe.store.image.Quantization;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How requests and records write what weights are turned into. Pure.
final class QuantizeWords {
    private QuantizeWords() {}

    static String of(Quantization quantization) {
        return quantization.name().toLowerCase(Locale.ROOT);
    }

    static Optional<Quantization> parse(String word) {
        return Arrays.stream(Quantization.values())
                .filter(one -> of(one).equals(word))
                .findFirst();
    }

    static List<String> all() {
        return Arrays.stream(Quantization.values()).map(QuantizeWords::of).toList();
    }
}
