package dev.troupe.control.models;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.control.json.RequestReader;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ServingException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The files of a model, as a request names them. A path is data: it may name a place below the
/// model's own folder and nothing else. Pure.
final class ModelFiles {
    /// Plain letters only: what looks alike is alike, on every file system.
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._+-]*");

    private static final int MAX_DEPTH = 8;
    private static final int MAX_SHOWN = 80;

    private ModelFiles() {}

    /// @throws ServingException naming the file that is at fault
    static TreeMap<String, Digest> read(RequestReader files, ModelLimits limits) {
        Map<String, JsonNode> fields = files.fields();
        if (fields.isEmpty()) {
            throw RequestReader.wrongAt("files", "is empty; at least one file is expected");
        }
        if (fields.size() > limits.maxFiles()) {
            throw RequestReader.wrongAt(
                    "files", "has " + fields.size() + " entries; the limit is " + limits.maxFiles());
        }
        TreeMap<String, Digest> read = new TreeMap<>();
        Map<String, String> folded = new HashMap<>();
        fields.forEach((path, digest) -> {
            checkPath(path, limits);
            String other = folded.putIfAbsent(path.toLowerCase(Locale.ROOT), path);
            if (other != null) {
                throw wrong(path, "differs from '" + other + "' by case only");
            }
            read.put(path, digest(path, digest));
        });
        checkFolders(read);
        return read;
    }

    private static void checkPath(String path, ModelLimits limits) {
        if (path.length() > limits.maxPathCharacters()) {
            throw wrong(path, "has " + path.length() + " characters; the limit is " + limits.maxPathCharacters());
        }
        String[] parts = path.split("/", -1);
        if (parts.length > MAX_DEPTH) {
            throw wrong(path, "is " + parts.length + " names deep; the limit is " + MAX_DEPTH);
        }
        for (String part : parts) {
            if (!PART.matcher(part).matches()) {
                throw wrong(
                        path,
                        "is not a relative path of names of letters, digits, '_', '.', '+' and '-',"
                                + " each beginning with a letter, a digit or '_'");
            }
        }
    }

    /// A file cannot be a folder at the same time.
    private static void checkFolders(TreeMap<String, Digest> files) {
        for (String path : files.keySet()) {
            String next = files.higherKey(path + "/");
            if (next != null && next.toLowerCase(Locale.ROOT).startsWith(path.toLowerCase(Locale.ROOT) + "/")) {
                throw wrong(path, "is a file and the folder of '" + shown(next) + "'");
            }
        }
    }

    private static Digest digest(String path, JsonNode value) {
        String text = RequestReader.asText(value, "files." + shown(path));
        try {
            return new Digest(text);
        } catch (ServingException e) {
            throw wrong(
                    path,
                    "has the digest '" + shown(text) + "'; expected sha256: and 64 lower-case hexadecimal digits");
        }
    }

    static ServingException wrong(String path, String problem) {
        return RequestReader.wrongAt("files." + shown(path), problem);
    }

    /// The client's text, cut, with what cannot be seen made visible.
    static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(MAX_SHOWN).forEach(c -> {
            boolean plain = c > ' ' && c < 0x7f;
            shown.append(plain ? Character.toString(c) : String.format(Locale.ROOT, "\\u%04x", c));
        });
        return text.codePointCount(0, text.length()) > MAX_SHOWN ? shown + "..." : shown.toString();
    }
}
