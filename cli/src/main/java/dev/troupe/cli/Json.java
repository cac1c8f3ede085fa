package dev.troupe.cli;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/// The one reader and writer of JSON, with limits on what a server may send.
public final class Json {
    private static final int MAX_DEPTH = 64;

    public static final ObjectMapper MAPPER = JsonMapper.builder().build();

    static {
        MAPPER.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .build());
    }

    private Json() {}
}
