/// Text and token ids: tokenizers built from a model's own vocabulary, and the way back from ids to
/// text.
///
/// Byte-level BPE of ASCII text and SentencePiece BPE are done here, the latter because equal scores
/// stay equal; other byte-level BPE is the Rust library's work, behind a `tokenizer.json` made in
/// memory. Special tokens match only in characters that a template wrote. Everything is immutable
/// and thread-safe.
///
/// Encoding may call native code, which holds a virtual thread's carrier as long as it takes: call it
/// for long texts through {@link dev.troupe.store.text.EncodingPool}. Going back to text needs no
/// native code.
package dev.troupe.store.text;
