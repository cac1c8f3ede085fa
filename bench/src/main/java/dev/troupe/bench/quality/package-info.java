/// How well our engine predicts real text, held against llama.cpp on the same files.
package dev.troupe.bench.quality;
