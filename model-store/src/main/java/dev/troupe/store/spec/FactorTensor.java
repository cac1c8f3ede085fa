package dev.troupe.store.spec;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.format.GgufFile;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.source.TensorData;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Divisors of a rotation's frequencies, one per pair, as GGUF files keep them.
final class FactorTensor {
    /// Llama 3's, already computed.
    static final String FREQUENCIES = "rope_freqs.weight";
    /// For sequences within the original context.
    static final String SHORT = "rope_factors_short.weight";
    /// For longer ones, which are not served.
    static final String LONG = "rope_factors_long.weight";

    private static final float MAX_DIVISOR = 1 << 16;

    private FactorTensor() {}

    static Optional<SourceTensor> find(GgufFile file) {
        return file.tensor(FREQUENCIES).or(() -> file.tensor(SHORT));
    }

    static List<Double> read(GgufFile file, TensorData data, SourceTensor tensor, int pairs) {
        if (!tensor.dimensions().equals(List.of((long) pairs)) || tensor.format() != WeightFormat.F32) {
            throw file.fault(
                    tensor.name(),
                    "is " + tensor.format() + " of the shape " + tensor.dimensions() + "; F32 of [" + pairs
                            + "] is needed");
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) tensor.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        data.read(tensor, 0, bytes);
        bytes.flip();
        List<Double> divisors = new ArrayList<>();
        while (bytes.hasRemaining()) {
            float divisor = bytes.getFloat();
            if (!(divisor > 0 && divisor <= MAX_DIVISOR)) {
                throw file.fault(
                        tensor.name(), "has the factor " + divisor + "; allowed is above 0 up to " + MAX_DIVISOR);
            }
            divisors.add((double) divisor);
        }
        return divisors;
    }
}
