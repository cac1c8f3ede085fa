/// What a model is, without its numbers: the hyper-parameters that drive the one decoder, as data.
package dev.troupe.store.spec;
