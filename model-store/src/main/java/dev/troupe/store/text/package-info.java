/// Text and token ids: tokenizers built from a model's own vocabulary, and the way back from ids to
/// text.
///
/// Vocabularies come in a GGUF file or as a folder with a `tokenizer.json`; both become the same
/// {@link dev.troupe.store.text.Tokenizer}: text is rewritten and cut (`text.piece`), and each piece is
/// spelled by BPE (of bytes or of characters, by rank or by score) or by unigram. Tokens with a
/// meaning match only in characters that a template wrote; added tokens that are plain text match
/// everywhere. All of it is Java, bounded, immutable and thread-safe.
///
/// Encoding a long text holds a virtual thread's carrier as long as it takes: go through
/// {@link dev.troupe.store.text.EncodingPool}.
package dev.troupe.store.text;
