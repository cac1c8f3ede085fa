package dev.troupe.store.source;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.io.IOException;
import java.nio.file.Path;

/// Makes the one error of model files: it names the file, the place in it and the problem.
public record FileFaults(Path path) {
    /// Names come from the file: they are cut, and control characters are made visible.
    private static final int MAX_NAME_CHARS = 80;

    public ServingException at(String place, String problem) {
        return ServingException.of(ErrorCode.INVALID_MODEL_FILE, name() + ": " + place + ": " + problem);
    }

    /// The error for a tensor that cannot be used.
    public ServingException atTensor(String name, String problem) {
        return at(tensor(name), problem);
    }

    /// How errors name a tensor.
    public static String tensor(String name) {
        return "tensor " + quote(name);
    }

    public ServingException unreadable(IOException cause) {
        String reason = cause.getClass().getSimpleName() + ": " + cause.getMessage();
        return ServingException.causedBy(ErrorCode.INVALID_MODEL_FILE, name() + ": cannot be read: " + reason, cause);
    }

    /// A name from a file, fit to be shown.
    public static String quote(String name) {
        String cut = name.length() > MAX_NAME_CHARS ? name.substring(0, MAX_NAME_CHARS) + "..." : name;
        StringBuilder quoted = new StringBuilder("'");
        cut.chars().forEach(c -> quoted.append(Character.isISOControl(c) ? '?' : (char) c));
        return quoted.append('\'').toString();
    }

    private String name() {
        return String.valueOf(path.getFileName());
    }
}
