/// The façade of the model store: import a file, find it again by digest, open it for text or for
/// weights.
package dev.troupe.store;
