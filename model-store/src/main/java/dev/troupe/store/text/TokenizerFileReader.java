package dev.troupe.store.text;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.store.text.TokenizerFile.Pair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Reads a `tokenizer.json`: vocabulary and merges as a stream, the rest as a tree. Not thread-safe.
final class TokenizerFileReader {
    private static final String FILE = "tokenizer.json";
    private static final String VOCAB = "model.vocab";
    private static final String MERGES = "model.merges";
    private static final String ADDED = "added_tokens";
    /// Values of one added token.
    private static final int ADDED_VALUES = 64;

    private final TextLimits limits;
    private final TextFault fault = new TextFault(FILE);
    private final VocabularyDraft vocabulary;
    private final List<Double> scores = new ArrayList<>();
    private final List<Pair> merges = new ArrayList<>();
    private final ObjectNode model = JsonNodeFactory.instance.objectNode();
    private final ObjectNode parts = JsonNodeFactory.instance.objectNode();

    private TokenizerFileReader(TextLimits limits) {
        this.limits = limits;
        this.vocabulary = new VocabularyDraft(limits, fault);
    }

    static TokenizerFile read(TextFiles files, TextLimits limits) {
        TokenizerFileReader reader = new TokenizerFileReader(limits);
        return files.read(FILE, parser -> {
            reader.file(parser);
            return new TokenizerFile(
                    reader.fault, reader.vocabulary, reader.scores, reader.merges, reader.model, reader.parts);
        });
    }

    private void file(CountedParser parser) throws IOException {
        expect(parser.nextToken(), JsonToken.START_OBJECT, FILE, "an object");
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "model" -> {
                    expect(value, JsonToken.START_OBJECT, "model", "an object");
                    model(parser);
                }
                case ADDED -> added(parser, value);
                default -> parts.set(name, tree(parser));
            }
        }
        if (parser.nextToken() != null) {
            throw fault.at(FILE, "goes on behind its end");
        }
    }

    private void model(CountedParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            parser.counting(false);
            if (name.equals("vocab") && value == JsonToken.START_OBJECT) {
                vocabulary(parser);
            } else if (name.equals("vocab") && value == JsonToken.START_ARRAY) {
                scored(parser);
            } else if (name.equals("merges") && value == JsonToken.START_ARRAY) {
                merges(parser);
            } else {
                parser.counting(true);
                model.set(name, tree(parser));
            }
            parser.counting(true);
        }
    }

    private void vocabulary(CountedParser parser) throws IOException {
        int count = 0;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String token = parser.currentName();
            expect(parser.nextToken(), JsonToken.VALUE_NUMBER_INT, VOCAB, "an id of " + TextFault.quote(token));
            checkCount(VOCAB, ++count, limits.tokens());
            vocabulary.put(token, parser.getLongValue(), VOCAB);
        }
    }

    private void scored(CountedParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.START_ARRAY) {
            expect(parser.nextToken(), JsonToken.VALUE_STRING, VOCAB, "a token");
            String token = parser.getText();
            if (!parser.nextToken().isNumeric()) {
                throw fault.at(VOCAB, "entry " + scores.size() + " needs a number as its score");
            }
            double score = parser.getDoubleValue();
            if (!Double.isFinite(score)) {
                throw fault.at(VOCAB, "entry " + scores.size() + " has the score " + score);
            }
            expect(parser.nextToken(), JsonToken.END_ARRAY, VOCAB, "two parts in entry " + scores.size());
            vocabulary.put(token, scores.size(), VOCAB);
            scores.add(score);
            checkCount(VOCAB, scores.size(), limits.tokens());
        }
        expect(parser.currentToken(), JsonToken.END_ARRAY, VOCAB, "pairs of token and score");
    }

    private void merges(CountedParser parser) throws IOException {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            checkCount(MERGES, merges.size() + 1, limits.merges());
            String place = MERGES + "[" + merges.size() + "]";
            if (parser.currentToken() == JsonToken.VALUE_STRING) {
                merges.add(pair(parser.getText(), place));
                continue;
            }
            expect(parser.currentToken(), JsonToken.START_ARRAY, place, "two tokens");
            expect(parser.nextToken(), JsonToken.VALUE_STRING, place, "two tokens");
            String left = parser.getText();
            expect(parser.nextToken(), JsonToken.VALUE_STRING, place, "two tokens");
            merges.add(new Pair(left, parser.getText()));
            expect(parser.nextToken(), JsonToken.END_ARRAY, place, "two tokens");
        }
    }

    private Pair pair(String written, String place) {
        if (!Merges.isPair(written)) {
            throw fault.at(place, "is not two tokens with a space between");
        }
        int space = written.indexOf(' ', 1);
        return new Pair(written.substring(0, space), written.substring(space + 1));
    }

    private void added(CountedParser parser, JsonToken value) throws IOException {
        if (value == JsonToken.VALUE_NULL) {
            return;
        }
        expect(value, JsonToken.START_ARRAY, ADDED, "a list");
        int remaining = parser.allow(ADDED_VALUES);
        int count = 0;
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            JsonNode token = tree(parser);
            parser.allow(ADDED_VALUES);
            String place = ADDED + "[" + count + "]";
            checkCount(ADDED, ++count, limits.tokens());
            if (!token.path("id").isIntegralNumber() || !token.path("content").isTextual()) {
                throw fault.at(place, "needs an id and a content");
            }
            vocabulary.add(AddedToken.of(token.get("id").asLong(), token), place);
        }
        expect(parser.currentToken(), JsonToken.END_ARRAY, ADDED, "a list of objects");
        parser.allow(remaining);
    }

    private static JsonNode tree(CountedParser parser) throws IOException {
        JsonNode node = parser.getCodec().readTree(parser);
        return node == null ? JsonNodeFactory.instance.nullNode() : node;
    }

    private void checkCount(String place, int count, int limit) {
        if (count > limit) {
            throw fault.at(place, "has more than the limit of " + limit + " entries");
        }
    }

    private void expect(JsonToken token, JsonToken wanted, String place, String words) {
        if (token != wanted) {
            throw fault.at(place, words + " is needed");
        }
    }
}
