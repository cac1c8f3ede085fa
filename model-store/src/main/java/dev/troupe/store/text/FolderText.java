package dev.troupe.store.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.troupe.store.template.ChatTemplate;
import dev.troupe.store.template.ChatTemplates;
import dev.troupe.store.text.Literal.Edges;
import dev.troupe.store.text.Tokenizer.SpecialTokens;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Builds the text side of a model from the small files of its folder.
final class FolderText {
    private static final String VOCABULARY = "tokenizer.json";

    private final TextFiles files;
    private final TextLimits limits;
    private final JsonNode config;

    FolderText(Path folder, TextLimits limits) {
        this.files = new TextFiles(folder, limits);
        this.limits = limits;
        this.config = object(FolderTokens.CONFIG);
    }

    TextModel read() {
        TokenizerFile file = file();
        addConfigured(file);
        FolderSpelling spelling = new FolderSpelling(file, limits);
        List<String> tokens = file.vocabulary().tokens();
        OptionalInt unknown = spelling.unknown(tokens);
        List<TokenType> types = types(file, tokens, spelling, unknown);
        FolderTokens meanings = new FolderTokens(
                file.parts(), config, object("special_tokens_map.json"), object("generation_config.json"));
        NamedTokens special = meanings.read(Vocabulary.of(tokens, types), unknown, file.fault());
        Vocabulary vocabulary = Vocabulary.of(tokens, withMarks(types, special));
        new VocabularyCheck(vocabulary, limits).problem().ifPresent(problem -> {
            throw file.fault().at("vocabulary", problem);
        });
        Optional<ChatTemplate> template =
                new FolderTemplate(files, config).source().map(ChatTemplates::load);
        boolean addBos = special.bos().isPresent() && meanings.addBos(vocabulary, file.fault());
        SpecialTokens ids = new SpecialTokens(
                special.bos().stream().boxed().toList(),
                special.endOfReply(vocabulary, template),
                addBos,
                new DecoderReader(file.fault()).stripsLeadingSpace(file.parts().path("decoder"), "decoder"));
        return new TextModel(
                new ModelTokenizer(
                        vocabulary,
                        spelling.encoder(vocabulary, unknown),
                        ids,
                        literals(vocabulary, file.vocabulary())),
                template,
                NamedTokens.literal(vocabulary, special.bos()),
                NamedTokens.literal(vocabulary, special.eos()));
    }

    private TokenizerFile file() {
        VocabFiles older = new VocabFiles(files, limits);
        if (files.has(VOCABULARY)) {
            return TokenizerFileReader.read(files, limits);
        }
        if (older.areThere()) {
            return older.read(config);
        }
        throw new TextFault(VOCABULARY).at("file", "is missing, and so are vocab.json with merges.txt");
    }

    private JsonNode object(String name) {
        return files.object(name).orElse(MissingNode.getInstance());
    }

    /// Tokens that only the configuration names.
    private void addConfigured(TokenizerFile file) {
        for (Map.Entry<String, JsonNode> entry :
                config.path("added_tokens_decoder").properties()) {
            String place = "added_tokens_decoder[" + TextFault.quote(entry.getKey()) + "]";
            if (!entry.getKey().matches("[0-9]{1,9}")) {
                throw new TextFault(FolderTokens.CONFIG).at(place, "is not the id of a token");
            }
            long id = Long.parseLong(entry.getKey());
            if (!file.vocabulary().added().containsKey((int) id)) {
                file.vocabulary().add(AddedToken.of(id, entry.getValue()), FolderTokens.CONFIG + " " + place);
            }
        }
    }

    private static List<TokenType> types(
            TokenizerFile file, List<String> tokens, FolderSpelling spelling, OptionalInt unknown) {
        List<TokenType> types = new ArrayList<>(tokens.size());
        Map<Integer, AddedToken> added = file.vocabulary().added();
        for (int id = 0; id < tokens.size(); id++) {
            if (unknown.isPresent() && unknown.getAsInt() == id) {
                types.add(TokenType.UNKNOWN);
            } else if (added.containsKey(id)) {
                types.add(added.get(id).special() ? TokenType.CONTROL : TokenType.USER_DEFINED);
            } else if (spelling.hasByteTokens()
                    && ByteToken.value(tokens.get(id)).isPresent()) {
                types.add(TokenType.BYTE);
            } else {
                types.add(TokenType.NORMAL);
            }
        }
        return types;
    }

    /// What begins or ends a text is never ordinary.
    private static List<TokenType> withMarks(List<TokenType> types, NamedTokens special) {
        List<TokenType> marked = new ArrayList<>(types);
        List<Integer> marks = new ArrayList<>(special.ends());
        special.bos().ifPresent(marks::add);
        special.eos().ifPresent(marks::add);
        for (int id : marks) {
            TokenType type = marked.get(id);
            if (type == TokenType.NORMAL || type == TokenType.UNKNOWN) {
                marked.set(id, TokenType.CONTROL);
            }
        }
        return marked;
    }

    private static List<Literal> literals(Vocabulary vocabulary, VocabularyDraft draft) {
        return Literal.of(vocabulary, Edges.PLAIN).stream()
                .map(literal -> Optional.ofNullable(draft.added().get(literal.id()))
                        .map(token -> new Literal(literal.id(), literal.text(), literal.open(), token.edges()))
                        .orElse(literal))
                .toList();
    }
}
