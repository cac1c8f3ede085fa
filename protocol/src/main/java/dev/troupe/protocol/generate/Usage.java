package dev.troupe.protocol.generate;

/// What was computed for one request.
///
/// @param promptTokens tokens of the prompt
/// @param cachedTokens those among them whose KV was found in a cache
/// @param completionTokens tokens generated, a stop token included
public record Usage(int promptTokens, int cachedTokens, int completionTokens) {}
