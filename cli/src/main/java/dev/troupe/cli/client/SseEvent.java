package dev.troupe.cli.client;

/// One server-sent event that carries data. Comments were left out.
///
/// @param name `message` unless the server named it
/// @param id last id seen on the stream, empty when there was none
/// @param data lines joined by `\n`
public record SseEvent(String name, String id, String data) {}
