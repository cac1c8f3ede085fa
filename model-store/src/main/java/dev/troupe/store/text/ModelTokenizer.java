package dev.troupe.store.text;

import dev.troupe.store.template.ProvenanceText;
import dev.troupe.store.template.ProvenanceText.Origin;
import dev.troupe.store.template.ProvenanceText.Run;
import dev.troupe.store.text.LiteralMatcher.Match;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Special tokens around a {@link PlainEncoder}: they are cut out of a template's own text first,
/// and each stretch between them is spelled as one.
final class ModelTokenizer implements Tokenizer {
    /// An unknown token stands for one character, which may be a surrogate pair.
    private static final int LONGEST_CHARACTER = 2;

    private final Vocabulary vocabulary;
    private final PlainEncoder encoder;
    private final SpecialTokens special;
    private final LiteralMatcher matcher;
    private final Set<Integer> ends;
    private final int longestTokenCharacters;

    ModelTokenizer(Vocabulary vocabulary, PlainEncoder encoder, SpecialTokens special, List<Literal> literals) {
        this.vocabulary = vocabulary;
        this.encoder = encoder;
        this.special = special;
        this.ends = new HashSet<>(special.endOfReply());
        this.longestTokenCharacters =
                vocabulary.tokens().stream().mapToInt(String::length).reduce(LONGEST_CHARACTER, Math::max);
        this.matcher = new LiteralMatcher(literals);
    }

    @Override
    public int vocabularySize() {
        return vocabulary.size();
    }

    @Override
    public List<Integer> encode(String text) {
        return encode(ProvenanceText.data(text));
    }

    @Override
    public List<Integer> encode(ProvenanceText text) {
        String plain = text.plain();
        List<Integer> ids = new ArrayList<>();
        int done = 0;
        int runStart = 0;
        for (Run run : text.runs()) {
            int runEnd = runStart + run.text().length();
            boolean fromTemplate = run.origin() == Origin.TEMPLATE;
            Optional<Match> match = matcher.find(plain, done, runStart, runEnd, fromTemplate);
            while (match.isPresent()) {
                spell(plain.substring(done, match.get().from()), done == 0, ids);
                ids.add(match.get().id());
                done = match.get().to();
                match = matcher.find(plain, done, runStart, runEnd, fromTemplate);
            }
            runStart = runEnd;
        }
        spell(plain.substring(done), done == 0, ids);
        return List.copyOf(ids);
    }

    @Override
    public byte[] bytes(int id) {
        if (isSpecial(id)) {
            return new byte[0];
        }
        return encoder.bytes(id);
    }

    /// Both ways to write tokens have at least as many characters as the text behind them.
    @Override
    public int longestTokenCharacters() {
        return longestTokenCharacters;
    }

    @Override
    public String piece(int id) {
        boolean literal =
                vocabulary.isLiteral(id) && !vocabulary.isOpen(id) || vocabulary.type(id) == TokenType.UNKNOWN;
        return literal ? vocabulary.token(id) : new String(encoder.bytes(id), StandardCharsets.UTF_8);
    }

    @Override
    public boolean isSpecial(int id) {
        TokenType type = vocabulary.type(id);
        return type == TokenType.CONTROL || type == TokenType.UNKNOWN || ends.contains(id);
    }

    @Override
    public SpecialTokens special() {
        return special;
    }

    private void spell(String text, boolean first, List<Integer> ids) {
        if (!text.isEmpty()) {
            encoder.encode(WellFormed.text(text), first, ids);
        }
    }
}
