package dev.troupe.store;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.format.GgufReader;
import dev.troupe.store.safetensors.FolderModel;
import dev.troupe.store.source.FileFaults;
import dev.troupe.store.spec.ModelDescription;
import dev.troupe.store.spec.ModelFamilies;
import dev.troupe.store.text.TextLimits;
import dev.troupe.store.text.TextModel;
import dev.troupe.store.text.TextModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The files that one model comes as.
sealed interface ModelFiles {
    /// Tensors and hyper-parameters; errors are `INVALID_MODEL_FILE`.
    ModelDescription describe(FormatLimits limits);

    /// Tokenizer and template; errors are `INVALID_MODEL_FILE`.
    TextModel text(FormatLimits limits);

    /// Every file that counts, by the name that it keeps in the store, ascending.
    List<Named> all(FormatLimits limits);

    /// Where the store keeps them inside a model's folder.
    ModelFiles in(Path folder);

    /// The file, or the folder of files.
    Path path();

    record Named(String name, Path path) {}

    static long bytes(List<Named> files) throws IOException {
        long bytes = 0;
        for (Named file : files) {
            bytes += Files.size(file.path());
        }
        return bytes;
    }

    /// Finds out what is there.
    ///
    /// @param source a GGUF file, a folder with one, or a folder with `config.json` and safetensors
    static ModelFiles of(Path source) {
        if (!Files.isDirectory(source)) {
            refuseByName(source);
            return new OneGguf(source);
        }
        List<Path> ggufs = ggufs(source);
        if (ggufs.isEmpty() || Files.exists(source.resolve(FolderModel.CONFIG))) {
            return new Folder(source);
        }
        if (ggufs.size() > 1) {
            throw new FileFaults(source)
                    .at("folder", "has " + ggufs.size() + " GGUF files; one is needed, in one part");
        }
        return new OneGguf(ggufs.getFirst());
    }

    private static void refuseByName(Path source) {
        String name = String.valueOf(source.getFileName());
        if (name.endsWith(".safetensors")) {
            throw new FileFaults(source).at("file", "is one file of a model; the folder with config.json is needed");
        }
    }

    private static List<Path> ggufs(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(path -> path.toString().endsWith(".gguf"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new FileFaults(folder).unreadable(e);
        }
    }

    /// One GGUF file.
    record OneGguf(Path path) implements ModelFiles {
        static final String NAME = "model.gguf";

        @Override
        public ModelDescription describe(FormatLimits limits) {
            return ModelFamilies.describe(new GgufReader(limits).read(path));
        }

        @Override
        public TextModel text(FormatLimits limits) {
            return TextModels.fromGguf(new GgufReader(limits).read(path));
        }

        @Override
        public List<Named> all(FormatLimits limits) {
            return List.of(new Named(NAME, path));
        }

        @Override
        public ModelFiles in(Path folder) {
            return new OneGguf(folder.resolve(NAME));
        }
    }

    /// `config.json` with safetensors and a tokenizer.
    record Folder(Path path) implements ModelFiles {
        static final String NAME = "source";
        private static final List<String> TEXT = List.of(
                "tokenizer.json",
                "tokenizer_config.json",
                "special_tokens_map.json",
                "added_tokens.json",
                "vocab.json",
                "merges.txt",
                "tokenizer.model",
                "generation_config.json",
                "chat_template.jinja",
                "chat_template.json");

        @Override
        public ModelDescription describe(FormatLimits limits) {
            ModelDescription model = ModelFamilies.describe(FolderModel.read(path, limits));
            int tokens = text(limits).tokenizer().vocabularySize();
            int rows = model.spec().vocabularySize();
            if (tokens > rows) {
                throw ServingException.of(
                        ErrorCode.INVALID_MODEL_FILE,
                        path.getFileName() + ": tokenizer: has " + tokens + " tokens, but the embedding has " + rows
                                + " rows");
            }
            return new ModelDescription(model.spec(), tokens, model.tensors());
        }

        @Override
        public TextModel text(FormatLimits limits) {
            return TextModels.fromFolder(path, TextLimits.defaults());
        }

        @Override
        public List<Named> all(FormatLimits limits) {
            List<String> names = new ArrayList<>(FolderModel.read(path, limits).weightFiles());
            names.add(FolderModel.CONFIG);
            TEXT.stream()
                    .filter(name -> Files.isRegularFile(path.resolve(name)))
                    .forEach(names::add);
            return names.stream()
                    .sorted()
                    .map(name -> new Named(name, path.resolve(name)))
                    .toList();
        }

        @Override
        public ModelFiles in(Path folder) {
            return new Folder(folder.resolve(NAME));
        }
    }

    /// What is in a model's folder of the store.
    static Optional<ModelFiles> stored(Path folder) {
        if (Files.isRegularFile(folder.resolve(OneGguf.NAME))) {
            return Optional.of(new OneGguf(folder.resolve(OneGguf.NAME)));
        }
        return Files.isDirectory(folder.resolve(Folder.NAME))
                ? Optional.of(new Folder(folder.resolve(Folder.NAME)))
                : Optional.empty();
    }
}
