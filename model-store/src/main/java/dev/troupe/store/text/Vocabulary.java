package dev.troupe.store.text;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The tokens of a model as its file lists them: id n is the n-th.
///
/// @param tokens all different
/// @param types one per token
/// @param ids the way back from `tokens`
record Vocabulary(List<String> tokens, List<TokenType> types, Map<String, Integer> ids) {
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
        return !tokens.get(id).isEmpty() && (types.get(id) == TokenType.NORMAL || types.get(id) == TokenType.UNUSED);
    }

    /// Whether this token is found by its literal, and only in a template's own text.
    boolean isLiteral(int id) {
        return !tokens.get(id).isEmpty()
                && (types.get(id) == TokenType.CONTROL || types.get(id) == TokenType.USER_DEFINED);
    }
}
