package dev.troupe.bench.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The results of both servers, for people and for machines.
record CrowdReport(List<CrowdResult> results) {
    CrowdReport {
        results = List.copyOf(results);
    }

    String table() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-20s %24s %28s%n",
                "replies that differ",
                "asked twice, alone",
                "asked all at once, twice"));
        for (CrowdResult result : results) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-20s %24s %28s%n",
                    result.server(),
                    result.again() + " of " + result.requests(),
                    result.together() + " of " + 2 * result.requests()));
        }
        return text.toString();
    }

    String json() {
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(Map.of("rows", results));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain values always become JSON", e);
        }
    }
}
