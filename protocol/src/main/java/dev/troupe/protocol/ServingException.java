package dev.troupe.protocol;

import java.util.Objects;
import java.util.Optional;

/// A failure that a caller is told about. The message names the field, the value's problem and the
/// limit.
public final class ServingException extends RuntimeException {
    private final ErrorCode code;
    private final String param;
    private final LoadProgress loading;

    private ServingException(ErrorCode code, String param, String message, Throwable cause, LoadProgress loading) {
        super(Objects.requireNonNull(message, "message"), cause);
        this.code = Objects.requireNonNull(code, "code");
        this.param = param;
        this.loading = loading;
    }

    /// `MODEL_LOADING`: the same request may succeed when the model is ready.
    public static ServingException loading(String message, LoadProgress progress) {
        return new ServingException(ErrorCode.MODEL_LOADING, "model", message, null, progress);
    }

    public static ServingException of(ErrorCode code, String message) {
        return new ServingException(code, null, message, null, null);
    }

    /// @param param the request field that is at fault, as a client wrote it, for example
    ///     `messages[2].role`
    public static ServingException of(ErrorCode code, String param, String message) {
        return new ServingException(code, param, message, null, null);
    }

    public static ServingException causedBy(ErrorCode code, String message, Throwable cause) {
        return new ServingException(code, null, message, cause, null);
    }

    public ErrorCode code() {
        return code;
    }

    public Optional<String> param() {
        return Optional.ofNullable(param);
    }

    /// How far the model is that could not answer, when that is known.
    public Optional<LoadProgress> loading() {
        return Optional.ofNullable(loading);
    }
}
