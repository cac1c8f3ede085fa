package dev.troupe.control.admission;

import java.util.Optional;

/// What is known when a request asks to come in.
///
/// @param replies being made now
/// @param nodeRunning sequences that the node computes
/// @param nodeWaiting sequences that wait for their turn there
/// @param pace how fast replies end; absent before the first one did
record AdmissionView(int replies, int nodeRunning, int nodeWaiting, Optional<ReplyPace.Measured> pace) {}
