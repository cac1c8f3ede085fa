/// One server in one process: start, publish, stop.
///
/// Starting and stopping run on the main thread; a shutdown hook asks for the stop and waits for
/// it. Nothing half started stays behind.
package dev.troupe.app.server;
