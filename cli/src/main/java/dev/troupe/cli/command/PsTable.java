package dev.troupe.cli.command;

import com.fasterxml.jackson.databind.JsonNode;

final class PsTable {
    private PsTable() {}

    static String format(JsonNode answer) {
        return answer.toPrettyString() + "\n";
    }
}
