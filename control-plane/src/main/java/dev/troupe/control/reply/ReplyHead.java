package dev.troupe.control.reply;

import java.time.Instant;

/// What every part of a reply repeats.
///
/// @param id for example `chatcmpl-…`
/// @param model name of what answers
/// @param systemFingerprint numerics class and the model's short digest
public record ReplyHead(String id, Instant created, String model, String systemFingerprint) {}
