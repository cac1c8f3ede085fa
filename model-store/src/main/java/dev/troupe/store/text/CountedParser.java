package dev.troupe.store.text;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;

/// Stops at a limit of values: what a tree of them costs is many times what it takes in a file.
final class CountedParser extends JsonParserDelegate {
    private int remaining;
    private boolean counting = true;

    CountedParser(JsonParser parser, int limit) {
        super(parser);
        this.remaining = limit;
    }

    /// Whether what comes next becomes a tree; otherwise its reader counts.
    void counting(boolean on) {
        counting = on;
    }

    /// Values that may still come; what is set again later is not used up by what is read meanwhile.
    int allow(int values) {
        int before = remaining;
        remaining = values;
        return before;
    }

    @Override
    public JsonToken nextToken() throws IOException {
        if (counting && --remaining < 0) {
            throw new JsonParseException(this, "has more values than the limit allows");
        }
        return super.nextToken();
    }
}
