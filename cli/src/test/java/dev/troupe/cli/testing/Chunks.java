package dev.troupe.cli.testing;

/// Pieces of a streamed chat reply.
public final class Chunks {
    public static final String DONE = "[DONE]";
    public static final String USAGE = "{\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3}}";

    private Chunks() {}

    public static String text(String text) {
        return "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"},\"finish_reason\":null}]}";
    }

    public static String finish(String reason) {
        return "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + reason + "\"}]}";
    }

    public static String error(String message) {
        return "{\"error\":{\"message\":\"" + message + "\",\"type\":\"server_error\",\"code\":\"internal_error\"}}";
    }
}
