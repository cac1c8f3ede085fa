/// Distrustful reading of model files: every count, length and offset is checked against the file
/// before it is used, and nothing is allocated beyond a bound.
package dev.troupe.store.format;
