package dev.troupe.store.text;

import dev.troupe.store.template.ChatTemplate;
import java.util.Optional;

/// The text side of a model: what a gateway needs of it.
///
/// @param tokenizer vocabulary and rules
/// @param chatTemplate absent when the model has none: then only plain prompts work
/// @param bosText literal of the first token, empty when there is none
/// @param eosText literal of the end token, empty when there is none
public record TextModel(Tokenizer tokenizer, Optional<ChatTemplate> chatTemplate, String bosText, String eosText) {}
