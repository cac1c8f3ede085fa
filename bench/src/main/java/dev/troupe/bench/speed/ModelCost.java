package dev.troupe.bench.speed;

import dev.troupe.store.image.ImageManifest;
import dev.troupe.store.image.TensorPlace;
import dev.troupe.store.spec.ModelSpec;
import java.util.Map;

/// What a model makes a machine do.
///
/// @param weightBytes bytes of weights that every step reads; a tied embedding counts once, as the
///     head, and the few rows that an embedding looks up do not count
/// @param layerMacs multiply-adds of the layers' matrices for one token
/// @param headMacs multiply-adds of the head for one row of logits
/// @param kvBytesPerPosition bytes of keys and values of one position, all layers
public record ModelCost(long weightBytes, long layerMacs, long headMacs, long kvBytesPerPosition) {
    private static final String EMBEDDING = "embedding";
    private static final String HEAD = "head";

    public static ModelCost of(ImageManifest manifest) {
        long bytes = 0;
        long layers = 0;
        for (Map.Entry<String, TensorPlace> entry : manifest.tensors().entrySet()) {
            if (entry.getKey().equals(EMBEDDING)) {
                continue;
            }
            bytes += entry.getValue().bytes();
            layers += entry.getKey().equals(HEAD) ? 0 : macs(entry.getValue());
        }
        ModelSpec spec = manifest.spec();
        long kv = 2L
                * Short.BYTES
                * spec.layers()
                * spec.attention().kvHeads()
                * spec.attention().headSize();
        return new ModelCost(bytes, layers, macs(manifest.tensors().get(HEAD)), kv);
    }

    private static long macs(TensorPlace place) {
        return switch (place.kind()) {
            case VECTOR -> 0;
            case MATRIX -> (long) place.outputs() * place.inputs();
            case PAIR -> 2L * place.outputs() * place.inputs();
        };
    }
}
