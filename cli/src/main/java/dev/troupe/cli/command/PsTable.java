package dev.troupe.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/// `ps` for people: one row for each model on a node, then one for each node.
final class PsTable {
    private static final double MIB = 1 << 20;
    private static final int DIGEST_CHARACTERS = "sha256:".length() + 12;
    private static final double PERCENT = 100;

    private PsTable() {}

    /// @param answer of `/v1/ps`; what it lacks is left blank
    static String format(JsonNode answer) {
        return models(answer.path("data")) + "\n" + nodes(answer.path("nodes"));
    }

    private static String models(JsonNode list) {
        if (list.isEmpty()) {
            return "No model is on a node.\n";
        }
        return TextTables.format(
                List.of("MODEL", "DIGEST", "STATE", "SIZE", "CONTEXT", "RUNNING", "NODE", "DETAIL"),
                rows(list, PsTable::model));
    }

    private static List<String> model(JsonNode model) {
        String digest = text(model, "digest");
        return List.of(
                text(model, "model"),
                digest.substring(0, Math.min(digest.length(), DIGEST_CHARACTERS)),
                state(model),
                mib(model.path("bytes")),
                model.path("context_length").asText(),
                model.path("running").asText(),
                text(model, "node"),
                text(model, "detail"));
    }

    private static String state(JsonNode model) {
        String state = text(model, "state");
        return state.equals("loading")
                ? String.format(
                        Locale.ROOT, "loading %.0f%%", model.path("progress").asDouble() * PERCENT)
                : state;
    }

    private static String nodes(JsonNode list) {
        return TextTables.format(
                List.of("NODE", "DEVICE", "WEIGHTS", "KV", "FREE", "RUNNING", "WAITING"), rows(list, PsTable::node));
    }

    private static List<String> node(JsonNode node) {
        JsonNode memory = node.path("memory");
        JsonNode load = node.path("load");
        return List.of(
                text(node, "id"),
                text(node, "device"),
                mib(memory.path("weight_bytes")),
                mib(memory.path("kv_bytes")),
                mib(memory.path("free_bytes")),
                load.path("running_sequences").asText(),
                load.path("waiting_sequences").asText());
    }

    private static List<List<String>> rows(JsonNode list, Function<JsonNode, List<String>> row) {
        return StreamSupport.stream(list.spliterator(), false).map(row).toList();
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asText("");
    }

    private static String mib(JsonNode bytes) {
        return bytes.isNumber() ? String.format(Locale.ROOT, "%.0f MiB", bytes.asDouble() / MIB) : "";
    }
}
