/// What clients ask for: from the JSON of a body to values that hold.
///
/// Pure. Knows nothing of HTTP, of threads, of models or of what a node does.
package dev.troupe.control.request;
