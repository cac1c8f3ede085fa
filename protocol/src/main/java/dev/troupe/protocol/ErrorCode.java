package dev.troupe.protocol;

/// Every way a request can fail, with everything that derives from it: the `type` and HTTP status
/// that OpenAI clients expect, the label in metrics, and whether the same request may succeed
/// later.
public enum ErrorCode {
    INVALID_REQUEST("invalid_request_error", "invalid_request", 400, Retry.NO),
    INVALID_JSON("invalid_request_error", "invalid_json", 400, Retry.NO),
    UNSUPPORTED_PARAMETER("invalid_request_error", "unsupported_parameter", 400, Retry.NO),
    CONTEXT_LENGTH_EXCEEDED("invalid_request_error", "context_length_exceeded", 400, Retry.NO),
    TEMPLATE_FAILED("invalid_request_error", "template_failed", 400, Retry.NO),
    INVALID_MODEL_FILE("invalid_request_error", "invalid_model_file", 400, Retry.NO),
    UNAUTHORIZED("authentication_error", "invalid_api_key", 401, Retry.NO),
    FORBIDDEN("permission_error", "forbidden", 403, Retry.NO),
    NOT_FOUND("not_found_error", "not_found", 404, Retry.NO),
    MODEL_NOT_FOUND("not_found_error", "model_not_found", 404, Retry.NO),
    METHOD_NOT_ALLOWED("invalid_request_error", "method_not_allowed", 405, Retry.NO),
    CONFLICT("invalid_request_error", "conflict", 409, Retry.NO),
    PAYLOAD_TOO_LARGE("invalid_request_error", "payload_too_large", 413, Retry.NO),
    UNSUPPORTED_MEDIA_TYPE("invalid_request_error", "unsupported_media_type", 415, Retry.NO),
    OVERLOADED("overloaded_error", "overloaded", 429, Retry.LATER),
    CANCELLED("cancelled", "cancelled", 499, Retry.NO),
    NUMERICS_FAILED("server_error", "numerics_failed", 500, Retry.NO),
    INTERNAL("server_error", "internal_error", 500, Retry.NO),
    MODEL_LOADING("model_loading", "model_loading", 503, Retry.LATER),
    MODEL_UNAVAILABLE("server_error", "model_unavailable", 503, Retry.LATER),
    OUT_OF_MEMORY("overloaded_error", "out_of_memory", 503, Retry.LATER),
    SHUTTING_DOWN("overloaded_error", "shutting_down", 503, Retry.LATER),
    INSUFFICIENT_STORAGE("overloaded_error", "insufficient_storage", 507, Retry.LATER);

    /// Whether the same request may succeed if it is sent again.
    public enum Retry {
        NO,
        LATER
    }

    private final String type;
    private final String code;
    private final int httpStatus;
    private final Retry retry;

    ErrorCode(String type, String code, int httpStatus, Retry retry) {
        this.type = type;
        this.code = code;
        this.httpStatus = httpStatus;
        this.retry = retry;
    }

    /// The `error.type` of the envelope.
    public String type() {
        return type;
    }

    /// The `error.code` of the envelope; also the label in metrics.
    public String code() {
        return code;
    }

    public int httpStatus() {
        return httpStatus;
    }

    public Retry retry() {
        return retry;
    }
}
