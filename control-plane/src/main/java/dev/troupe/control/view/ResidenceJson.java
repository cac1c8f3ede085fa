package dev.troupe.control.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.troupe.control.catalog.ModelCatalog;
import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.json.JsonOut;
import dev.troupe.protocol.node.ModelResidence;
import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.protocol.node.NodeSnapshot.Load;
import dev.troupe.protocol.node.NodeSnapshot.MemoryUse;
import java.io.IOException;
import java.util.Locale;

/// `/v1/ps`: which model is where, and how far.
public final class ResidenceJson {
    private ResidenceJson() {}

    public static byte[] of(ModelCatalog catalog, NodeSnapshot node) {
        return JsonOut.object(out -> {
            out.writeStringField("object", "list");
            out.writeArrayFieldStart("data");
            for (ModelResidence residence : node.models()) {
                residence(out, catalog, node, residence);
            }
            out.writeEndArray();
            out.writeArrayFieldStart("nodes");
            node(out, node);
            out.writeEndArray();
        });
    }

    private static void residence(JsonGenerator out, ModelCatalog catalog, NodeSnapshot node, ModelResidence residence)
            throws IOException {
        out.writeStartObject();
        out.writeStringField(
                "model",
                catalog.byDigest(residence.model()).map(ServedModel::name).orElse(""));
        out.writeStringField("digest", residence.model().value());
        out.writeStringField("node", node.nodeId());
        out.writeStringField("device", node.device());
        out.writeStringField("state", residence.state().name().toLowerCase(Locale.ROOT));
        out.writeNumberField("progress", residence.progress());
        out.writeNumberField("bytes", residence.bytes());
        out.writeStringField("detail", residence.detail());
        out.writeEndObject();
    }

    private static void node(JsonGenerator out, NodeSnapshot node) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", node.nodeId());
        out.writeStringField("device", node.device());
        out.writeStringField("numerics_class", node.numericsClass());
        memory(out, node.memory());
        load(out, node.load());
        out.writeEndObject();
    }

    private static void memory(JsonGenerator out, MemoryUse memory) throws IOException {
        out.writeObjectFieldStart("memory");
        out.writeNumberField("total_bytes", memory.totalBytes());
        out.writeNumberField("weight_bytes", memory.weightBytes());
        out.writeNumberField("kv_bytes", memory.kvBytes());
        out.writeNumberField("workspace_bytes", memory.workspaceBytes());
        out.writeNumberField("free_bytes", memory.freeBytes());
        out.writeEndObject();
    }

    private static void load(JsonGenerator out, Load load) throws IOException {
        out.writeObjectFieldStart("load");
        out.writeNumberField("running_sequences", load.runningSequences());
        out.writeNumberField("waiting_sequences", load.waitingSequences());
        out.writeNumberField("used_blocks", load.usedBlocks());
        out.writeNumberField("total_blocks", load.totalBlocks());
        out.writeEndObject();
    }
}
