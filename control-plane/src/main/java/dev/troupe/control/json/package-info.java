/// JSON in and out. Bodies from outside are read field by field, so that every complaint names the
/// field, its value and what was allowed.
///
/// Pure: no thread, no socket. Knows nothing of what the fields mean.
package dev.troupe.control.json;
