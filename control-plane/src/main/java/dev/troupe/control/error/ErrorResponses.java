package dev.troupe.control.error;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.troupe.control.json.JsonOut;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.LoadProgress;
import dev.troupe.protocol.ServingException;
import java.io.IOException;
import java.util.Optional;

/// The one shape of every error: `{"error":{"message","type","param","code"}}`, and beside it
/// `loading` where a model is on its way.
public final class ErrorResponses {
    private ErrorResponses() {}

    public static byte[] body(ServingException error) {
        return JsonOut.object(out -> {
            writeError(out, error.code(), error.getMessage(), error.param());
            if (error.loading().isPresent()) {
                writeLoading(out, error.loading().get());
            }
        });
    }

    /// @param param the field that is at fault, if one is
    public static byte[] body(ErrorCode code, String message, Optional<String> param) {
        return JsonOut.object(out -> writeError(out, code, message, param));
    }

    private static void writeError(JsonGenerator out, ErrorCode code, String message, Optional<String> param)
            throws IOException {
        out.writeObjectFieldStart("error");
        out.writeStringField("message", message);
        out.writeStringField("type", code.type());
        writeParam(out, param);
        out.writeStringField("code", code.code());
        out.writeEndObject();
    }

    private static void writeLoading(JsonGenerator out, LoadProgress loading) throws IOException {
        out.writeObjectFieldStart("loading");
        out.writeStringField("state", loading.state());
        out.writeNumberField("progress", loading.progress());
        if (loading.etaSeconds().isPresent()) {
            out.writeNumberField("eta_seconds", loading.etaSeconds().getAsLong());
        } else {
            out.writeNullField("eta_seconds");
        }
        out.writeEndObject();
    }

    private static void writeParam(JsonGenerator out, Optional<String> param) throws IOException {
        if (param.isPresent()) {
            out.writeStringField("param", param.get());
        } else {
            out.writeNullField("param");
        }
    }
}
