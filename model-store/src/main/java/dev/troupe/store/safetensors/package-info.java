/// Models as folders: `config.json` and tensors in safetensors files, one or several. Read with
/// distrust; pickles are never opened.
package dev.troupe.store.safetensors;
