/// Text and token ids: tokenizers built from a model's own vocabulary, and the way back from ids to
/// text.
///
/// Encoding calls native code, which holds a virtual thread's carrier: call it from a bounded pool
/// of platform threads.
package dev.troupe.store.text;
