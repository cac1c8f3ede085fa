package dev.troupe.store.text;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The tokens of a model as its file lists them: id n is the n-th.
///
/// @param tokens all different
/// @param types one per token
/// @param ids the way back from `tokens`
record Vocabulary(List<String> tokens, List<TokenType> types, Map<String, Integer> ids) {
    static Vocabulary of(List<String> tokens, List<TokenType> types) {
        Map<String, Integer> ids = HashMap.newHashMap(tokens.size());
        for (int id = 0; id < tokens.size(); id++) {
            ids.putIfAbsent(tokens.get(id), id);
        }
        return new Vocabulary(tokens, types, Collections.unmodifiableMap(ids));
    }

    int size() {
        return tokens.size();
    }

    String token(int id) {
        return tokens.get(id);
    }

    TokenType type(int id) {
        return types.get(id);
    }

    OptionalInt id(String token) {
        Integer id = ids.get(token);
        return id == null ? OptionalInt.empty() : OptionalInt.of(id);
    }

    /// Whether plain text may be spelled with this token.
    boolean spells(int id) {
        TokenType type = types.get(id);
        return !tokens.get(id).isEmpty() && (type == TokenType.NORMAL || type == TokenType.UNUSED || isOpen(id));
    }

    /// Whether this token is found by its literal.
    boolean isLiteral(int id) {
        return !tokens.get(id).isEmpty()
                && (types.get(id) == TokenType.CONTROL || types.get(id) == TokenType.USER_DEFINED);
    }

    /// Whether it is found by its literal in any text; otherwise only in a template's own.
    boolean isOpen(int id) {
        return types.get(id) == TokenType.USER_DEFINED && !Literal.isMarkup(tokens.get(id));
    }
}
