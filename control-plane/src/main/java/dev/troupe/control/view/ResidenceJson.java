package dev.troupe.control.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.troupe.control.catalog.CatalogEntry;
import dev.troupe.control.catalog.EntryState;
import dev.troupe.control.catalog.ModelCatalog;
import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.catalog.Viewer;
import dev.troupe.control.json.JsonOut;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.node.ModelResidence;
import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.protocol.node.NodeSnapshot.Load;
import dev.troupe.protocol.node.NodeSnapshot.MemoryUse;
import java.io.IOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;

/// `/v1/ps`: which model is where, and how far.
public final class ResidenceJson {
    private ResidenceJson() {}

    /// @param running replies of a model that are in the making
    public static byte[] of(ModelCatalog catalog, Viewer viewer, NodeSnapshot node, ToIntFunction<Digest> running) {
        return JsonOut.object(out -> {
            out.writeStringField("object", "list");
            out.writeArrayFieldStart("data");
            Set<Digest> told = new HashSet<>();
            for (CatalogEntry entry : catalog.visibleTo(viewer)) {
                if (entry.state() instanceof EntryState.Ready(ServedModel model) && told.add(model.digest())) {
                    out.writeStartObject();
                    model(out, catalog.nameFor(viewer, entry), model, running.applyAsInt(model.digest()));
                    residence(out, node, model.digest());
                    out.writeEndObject();
                }
            }
            out.writeEndArray();
            out.writeArrayFieldStart("nodes");
            node(out, node);
            out.writeEndArray();
        });
    }

    private static void model(JsonGenerator out, String name, ServedModel model, int running) throws IOException {
        out.writeStringField("model", name);
        out.writeStringField("name", name);
        out.writeStringField("digest", model.digest().value());
        out.writeNumberField("context_length", model.spec().contextLength());
        out.writeNumberField("running", running);
    }

    /// A model that no node holds lies on disk.
    private static void residence(JsonGenerator out, NodeSnapshot node, Digest digest) throws IOException {
        Optional<ModelResidence> here = node.models().stream()
                .filter(residence -> residence.model().equals(digest))
                .findFirst();
        out.writeStringField("tier", here.filter(ResidenceJson::isReady).isPresent() ? "hot" : "cold");
        out.writeStringField("node", here.map(_ -> node.nodeId()).orElse(""));
        out.writeStringField("device", here.map(_ -> node.device()).orElse(""));
        out.writeStringField(
                "state",
                here.map(residence -> residence.state().name().toLowerCase(Locale.ROOT))
                        .orElse("cold"));
        out.writeNumberField("progress", here.map(ModelResidence::progress).orElse(0.0));
        out.writeNumberField("bytes", here.map(ModelResidence::bytes).orElse(0L));
        out.writeStringField("detail", here.map(ModelResidence::detail).orElse(""));
    }

    private static boolean isReady(ModelResidence residence) {
        return residence.state() == ModelResidence.State.READY;
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
