package dev.troupe.store.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A vocabulary while it is read, by id in any order. Not thread-safe.
final class VocabularyDraft {
    private final TextLimits limits;
    private final TextFault fault;
    private final Map<Integer, AddedToken> added = new HashMap<>();
    private Optional<String>[] tokens = empty(1024);
    private int size;

    VocabularyDraft(TextLimits limits, TextFault fault) {
        this.limits = limits;
        this.fault = fault;
    }

    /// @param place for errors, for example `model.vocab`
    void put(String token, long id, String place) {
        if (id < 0 || id >= limits.tokens()) {
            throw fault.at(
                    place,
                    "token " + TextFault.quote(token) + " has the id " + id + "; allowed is 0 to "
                            + (limits.tokens() - 1));
        }
        if (!WellFormed.text(token).equals(token)) {
            throw fault.at(place, "token " + id + " holds half a surrogate pair");
        }
        int at = (int) id;
        if (at >= tokens.length) {
            Optional<String>[] more = empty(Math.max(at + 1, 2 * tokens.length));
            System.arraycopy(tokens, 0, more, 0, tokens.length);
            tokens = more;
        }
        if (tokens[at].isPresent() && !tokens[at].get().equals(token)) {
            throw fault.at(
                    place,
                    "tokens " + TextFault.quote(tokens[at].get()) + " and " + TextFault.quote(token)
                            + " have the same id " + id);
        }
        tokens[at] = Optional.of(token);
        size = Math.max(size, at + 1);
    }

    void add(AddedToken token, String place) {
        put(token.content(), token.id(), place);
        added.put((int) token.id(), token);
    }

    boolean has(long id) {
        return id >= 0 && id < size && tokens[(int) id].isPresent();
    }

    /// The tokens that were added, by id.
    Map<Integer, AddedToken> added() {
        return added;
    }

    List<String> tokens() {
        List<String> all = new ArrayList<>(size);
        for (int id = 0; id < size; id++) {
            int place = id;
            all.add(tokens[id].orElseThrow(
                    () -> fault.at("vocabulary", "no token has the id " + place + ", but one has " + (size - 1))));
        }
        if (all.isEmpty()) {
            throw fault.at("vocabulary", "is empty; at least one token is needed");
        }
        return Collections.unmodifiableList(all);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Optional<String>[] empty(int length) {
        Optional<String>[] none = new Optional[length];
        Arrays.fill(none, Optional.empty());
        return none;
    }
}
