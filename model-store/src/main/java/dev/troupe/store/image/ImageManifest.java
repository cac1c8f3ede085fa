package dev.troupe.store.image;

import dev.troupe.store.spec.ModelSpec;
import java.util.List;
import java.util.Map;

/// The directory of an image. All offsets count from the start of the image's data and are the same
/// on the device.
///
/// @param tokenCount tokens of the vocabulary: ids from there on are padding of the matrices, and
///     neither chosen nor scored
/// @param layout for example `portable-1/cpu`
/// @param bytes of the data, a multiple of 4096
/// @param tensors by name: `embedding`,
///     `layers.<n>.{attention_norm,q,k,v|qkv,attention_output,mlp_norm,gate,up|gate_up,down}`,
///     `output_norm`, `head` (which has the same place as `embedding` when they are tied); where
///     the spec has them also the vectors `layers.<n>.{qkv_bias,query_norm,key_norm,
///     attention_output_norm,mlp_output_norm}`
/// @param gateEnds one entry per gate, ascending: gate 0 is the embedding, gate n+1 is layer n, the
///     last one is output norm and head; a gate may open when all bytes below its entry are on the
///     device
/// @param chunks ascending, without gaps, covering `0..bytes-1`
public record ImageManifest(
        ModelSpec spec,
        int tokenCount,
        String layout,
        long bytes,
        Map<String, TensorPlace> tensors,
        List<Long> gateEnds,
        List<Chunk> chunks) {
    public ImageManifest {
        tensors = Map.copyOf(tensors);
        gateEnds = List.copyOf(gateEnds);
        chunks = List.copyOf(chunks);
    }

    /// @param crc32c of the chunk's bytes
    public record Chunk(long offset, int bytes, int crc32c) {}
}
