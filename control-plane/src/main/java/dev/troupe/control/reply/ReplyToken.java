package dev.troupe.control.reply;

import dev.troupe.protocol.generate.TokenScore;
import java.util.Optional;

/// A token of a choice's text.
///
/// @param id of the vocabulary
/// @param offset characters (UTF-16) of the choice's text before it
/// @param codePointOffset the same in code points, as clients count
/// @param score absent for the first token of a prompt, since nothing comes before it
public record ReplyToken(int id, int offset, int codePointOffset, Optional<TokenScore> score) {}
