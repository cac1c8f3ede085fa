/// Text and token ids: tokenizers built from a model's own vocabulary, and the way back from ids to
/// text.
///
/// Byte-level BPE is the Rust library's work, behind a `tokenizer.json` made in memory;
/// SentencePiece BPE is done here, where equal scores stay equal. Special tokens match only in
/// characters that a template wrote. Everything is immutable and thread-safe.
///
/// Encoding calls native code, which holds a virtual thread's carrier: call it through
/// {@link dev.troupe.store.text.EncodingPool}. Going back to text needs no native code.
package dev.troupe.store.text;
