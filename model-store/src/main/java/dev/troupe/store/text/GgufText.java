package dev.troupe.store.text;

import dev.troupe.store.format.GgufMetadata;
import dev.troupe.store.template.ChatTemplate;
import dev.troupe.store.template.ChatTemplates;
import dev.troupe.store.text.Literal.Edges;
import dev.troupe.store.text.Tokenizer.SpecialTokens;
import dev.troupe.store.text.piece.Rewriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Builds the text side of a model from a GGUF file's metadata.
final class GgufText {
    private static final String MODEL = "tokenizer.ggml.model";
    private static final String TEMPLATE = "tokenizer.chat_template";
    private static final String NAME = "general.name";

    private static final List<String> KNOWN = List.of("gpt2", "llama", "t5");

    private final GgufMetadata metadata;
    private final TextLimits limits;

    GgufText(GgufMetadata metadata, TextLimits limits) {
        this.metadata = metadata;
        this.limits = limits;
    }

    TextModel read() {
        String kind = metadata.requireString(MODEL);
        Vocabulary vocabulary = new VocabularyReader(metadata, limits).read();
        Optional<ChatTemplate> template = metadata.string(TEMPLATE).map(ChatTemplates::load);
        NamedTokens special = new SpecialReader(metadata, vocabulary).read();
        boolean spaceInFront = SentencePieceReader.spaceInFront(metadata);
        Spelling spelling = switch (kind) {
            case "gpt2" -> byteLevel(vocabulary);
            case "llama" -> new Spelling(SentencePieceReader.build(vocabulary, special, metadata), true, spaceInFront);
            case "t5" -> new Spelling(UnigramReader.build(vocabulary, special, metadata), false, spaceInFront);
            case "bert" -> throw metadata.fault(MODEL, "is 'bert' (WordPiece); known are " + KNOWN);
            default -> {
                String shown = kind.length() > 40 ? kind.substring(0, 40) + "..." : kind;
                throw metadata.fault(MODEL, "is '" + shown + "'; known are " + KNOWN);
            }
        };
        boolean addBos = new SpecialReader(metadata, vocabulary).addBos(spelling.addBos());
        List<Integer> ends = special.endOfReply(vocabulary, template);
        Tokenizer tokenizer = new ModelTokenizer(
                vocabulary,
                spelling.encoder(),
                new SpecialTokens(special.bos().stream().boxed().toList(), ends, addBos, spelling.stripLeadingSpace()),
                Literal.of(vocabulary, edges()));
        return new TextModel(
                tokenizer,
                template,
                NamedTokens.literal(vocabulary, special.bos()),
                NamedTokens.literal(vocabulary, special.eos()));
    }

    private record Spelling(PlainEncoder encoder, boolean addBos, boolean stripLeadingSpace) {}

    private Spelling byteLevel(Vocabulary vocabulary) {
        PreTokenizer pre = PreTokenizer.read(metadata);
        ByteLevelBpe.Rules rules = new ByteLevelBpe.Rules(Rewriter.NONE, pre.cutter(), pre.wholeTokensFirst());
        MergeTable merges = MergesReader.read(vocabulary, metadata, limits);
        return new Spelling(new ByteLevelBpe(vocabulary, merges, rules), pre.addBos(), false);
    }

    /// The control tokens of Phi-3 take the white space behind them; the format has no word for it.
    private Edges edges() {
        String name = metadata.string(NAME).orElse("").toLowerCase(Locale.ROOT);
        return name.contains("phi-3") || name.contains("phi3") ? Edges.TAKES_BEHIND : Edges.PLAIN;
    }
}
