package dev.troupe.store.text;

import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.GgufFile;
import java.nio.file.Path;

/// Builds the text side of a model from its files.
///
/// A chat template must be one that can be rendered here: what its language lacks is said now, by
/// `TEMPLATE_FAILED` with line and reason, not to the first who chats.
public final class TextModels {
    private TextModels() {}

    /// As {@link #fromGguf(GgufFile, TextLimits)}, within the usual limits.
    public static TextModel fromGguf(GgufFile file) {
        return fromGguf(file, TextLimits.defaults());
    }

    /// Vocabularies named `gpt2` (byte-level BPE), `llama` (SentencePiece BPE) and `t5`
    /// (SentencePiece unigram) are known.
    ///
    /// @throws ServingException `INVALID_MODEL_FILE`, naming the key, when the vocabulary is
    ///     missing, unknown, over a limit, or contradicts itself
    public static TextModel fromGguf(GgufFile file, TextLimits limits) {
        return new GgufText(file.metadata(), limits).read();
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
        return new FolderText(folder, limits).read();
    }
}
