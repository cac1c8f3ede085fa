package dev.troupe.control.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.troupe.control.catalog.ModelCatalog;
import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.json.JsonOut;
import java.io.IOException;

/// `/v1/models`.
public final class ModelsJson {
    private ModelsJson() {}

    public static byte[] list(ModelCatalog catalog) {
        return JsonOut.object(out -> {
            out.writeStringField("object", "list");
            out.writeArrayFieldStart("data");
            for (ServedModel model : catalog.models()) {
                out.writeStartObject();
                fields(out, model);
                out.writeEndObject();
            }
            out.writeEndArray();
        });
    }

    public static byte[] one(ServedModel model) {
        return JsonOut.object(out -> fields(out, model));
    }

    private static void fields(JsonGenerator out, ServedModel model) throws IOException {
        out.writeStringField("id", model.name());
        out.writeStringField("object", "model");
        out.writeNumberField("created", model.created().getEpochSecond());
        out.writeStringField("owned_by", model.owner());
        out.writeStringField("root", model.name());
        out.writeNullField("parent");
        out.writeNumberField("max_model_len", model.spec().contextLength());
        out.writeArrayFieldStart("aliases");
        for (String alias : model.aliases()) {
            out.writeString(alias);
        }
        out.writeEndArray();
        out.writeStringField("digest", model.digest().value());
        out.writeBooleanField("chat", model.text().chatTemplate().isPresent());
    }
}
