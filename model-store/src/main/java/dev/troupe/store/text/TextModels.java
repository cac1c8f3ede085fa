package dev.troupe.store.text;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.GgufFile;
import dev.troupe.store.format.GgufMetadata;
import dev.troupe.store.template.ChatTemplate;
import dev.troupe.store.template.ChatTemplates;
import dev.troupe.store.text.Tokenizer.SpecialTokens;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Builds the text side of a model from its file.
public final class TextModels {
    private static final String MODEL = "tokenizer.ggml.model";
    private static final String TEMPLATE = "tokenizer.chat_template";

    private TextModels() {}

    /// Vocabularies named `gpt2` (byte-level BPE) and `llama` (SentencePiece BPE) are known.
    ///
    /// A chat template that cannot be compiled does not make the model unusable: rendering it fails
    /// with the reason, while plain prompts work.
    ///
    /// @throws ServingException `INVALID_MODEL_FILE`, naming the key, when the vocabulary is
    ///     missing, unknown or contradicts itself
    public static TextModel fromGguf(GgufFile file) {
        GgufMetadata metadata = file.metadata();
        String kind = metadata.requireString(MODEL);
        Vocabulary vocabulary = new VocabularyReader(metadata).read();
        Optional<ChatTemplate> template = metadata.string(TEMPLATE).map(TextModels::template);
        SpecialReader special = new SpecialReader(metadata, vocabulary, template);
        Tokenizer tokenizer = switch (kind) {
            case "gpt2" -> byteLevel(vocabulary, special, metadata);
            case "llama" -> sentencePiece(vocabulary, special, metadata);
            default -> {
                String shown = kind.length() > 40 ? kind.substring(0, 40) + "..." : kind;
                throw metadata.fault(MODEL, "is '" + shown + "'; known are [gpt2, llama]");
            }
        };
        return new TextModel(tokenizer, template, special.literal(special.bos()), special.literal(special.eos()));
    }

    /// Reads the folder form that models are published in: `tokenizer.json`, or `vocab.json` with
    /// `merges.txt`; beside it, where they are there, `tokenizer_config.json`,
    /// `special_tokens_map.json`, `generation_config.json` and the chat template in
    /// `chat_template.jinja`, `chat_template.json` or `tokenizer_config.json`. Other files are not
    /// looked at.
    ///
    /// @throws ServingException `INVALID_MODEL_FILE`, naming the file and the place in it, when the
    ///     vocabulary is missing, of an unknown kind, over a limit, or contradicts itself
    public static TextModel fromFolder(Path folder, TextLimits limits) {
        throw ServingException.of(
                ErrorCode.INVALID_MODEL_FILE,
                folder.getFileName() + ": tokenizer.json: cannot be read yet within " + limits);
    }

    private static Tokenizer byteLevel(Vocabulary vocabulary, SpecialReader special, GgufMetadata metadata) {
        PreTokenizer pre = PreTokenizer.read(metadata);
        SpecialTokens tokens = tokens(special, pre.addBos(), false);
        return new ModelTokenizer(vocabulary, ByteLevelBpe.build(vocabulary, pre, metadata), tokens);
    }

    private static Tokenizer sentencePiece(Vocabulary vocabulary, SpecialReader special, GgufMetadata metadata) {
        SpecialTokens tokens = tokens(special, true, SentencePieceReader.spaceInFront(metadata));
        return new ModelTokenizer(vocabulary, SentencePieceReader.build(vocabulary, special, metadata), tokens);
    }

    private static SpecialTokens tokens(SpecialReader special, boolean addBos, boolean stripLeadingSpace) {
        List<Integer> bos = special.bos().stream().boxed().toList();
        return new SpecialTokens(bos, special.endOfReply(), special.addBos(addBos), stripLeadingSpace);
    }

    private static ChatTemplate template(String source) {
        try {
            return ChatTemplates.compile(source);
        } catch (ServingException e) {
            return _ -> {
                throw ServingException.causedBy(e.code(), e.getMessage(), e);
            };
        }
    }
}
