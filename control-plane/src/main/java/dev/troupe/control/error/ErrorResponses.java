package dev.troupe.control.error;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.troupe.control.json.JsonOut;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.io.IOException;
import java.util.Optional;

/// The one shape of every error: `{"error":{"message","type","param","code"}}`.
public final class ErrorResponses {
    private ErrorResponses() {}

    public static byte[] body(ServingException error) {
        return body(error.code(), error.getMessage(), error.param());
    }

    /// @param param the field that is at fault, if one is
    public static byte[] body(ErrorCode code, String message, Optional<String> param) {
        return JsonOut.object(out -> {
            out.writeObjectFieldStart("error");
            out.writeStringField("message", message);
            out.writeStringField("type", code.type());
            writeParam(out, param);
            out.writeStringField("code", code.code());
            out.writeEndObject();
        });
    }

    private static void writeParam(JsonGenerator out, Optional<String> param) throws IOException {
        if (param.isPresent()) {
            out.writeStringField("param", param.get());
        } else {
            out.writeNullField("param");
        }
    }
}
