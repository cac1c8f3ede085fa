package dev.troupe.control.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.troupe.control.catalog.CatalogEntry;
import dev.troupe.control.catalog.EntryState;
import dev.troupe.control.catalog.ModelCatalog;
import dev.troupe.control.catalog.PackingProgress;
import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.catalog.Viewer;
import dev.troupe.control.json.JsonOut;
import java.io.IOException;

/// `/v1/models`.
public final class ModelsJson {
    private ModelsJson() {}

    public static byte[] list(ModelCatalog catalog, Viewer viewer) {
        return JsonOut.object(out -> {
            out.writeStringField("object", "list");
            out.writeArrayFieldStart("data");
            for (CatalogEntry entry : catalog.visibleTo(viewer)) {
                out.writeStartObject();
                fields(out, catalog.nameFor(viewer, entry), entry);
                out.writeEndObject();
            }
            out.writeEndArray();
        });
    }

    public static byte[] one(ModelCatalog catalog, Viewer viewer, CatalogEntry entry) {
        return JsonOut.object(out -> fields(out, catalog.nameFor(viewer, entry), entry));
    }

    public static byte[] deleted(CatalogEntry entry) {
        return JsonOut.object(out -> {
            out.writeStringField("id", entry.name());
            out.writeStringField("object", "model");
            out.writeBooleanField("deleted", true);
        });
    }

    private static void fields(JsonGenerator out, String name, CatalogEntry entry) throws IOException {
        out.writeStringField("id", name);
        out.writeStringField("object", "model");
        out.writeNumberField("created", entry.created().getEpochSecond());
        out.writeStringField("owned_by", entry.owner());
        out.writeStringField("root", name);
        out.writeNullField("parent");
        out.writeArrayFieldStart("aliases");
        for (String alias : entry.aliases()) {
            out.writeString(alias);
        }
        out.writeEndArray();
        switch (entry.state()) {
            case EntryState.Ready(ServedModel model) -> ready(out, model);
            case EntryState.Packing(PackingProgress progress) -> {
                out.writeStringField("state", "packing");
                out.writeNumberField("progress", progress.now().progress());
            }
            case EntryState.Failed(String reason) -> {
                out.writeStringField("state", "failed");
                out.writeStringField("reason", reason);
            }
        }
    }

    private static void ready(JsonGenerator out, ServedModel model) throws IOException {
        out.writeStringField("state", "ready");
        out.writeNumberField("max_model_len", model.spec().contextLength());
        out.writeStringField("digest", model.digest().value());
        out.writeBooleanField("chat", model.text().chatTemplate().isPresent());
    }
}
