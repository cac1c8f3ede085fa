/// What happens to text before a vocabulary sees it: rewriting (normal forms, marks for spaces) and
/// cutting into pieces that are spelled each on its own. Nothing here knows tokens.
///
/// Regular expressions of model files are a stranger's: the characters they look at are counted.
/// Everything is immutable and may be used from any thread.
package dev.troupe.store.text.piece;
