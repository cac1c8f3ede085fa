package dev.troupe.app.demo;

import java.io.IOException;
import java.nio.file.Path;

/// Where a Python package comes from.
@FunctionalInterface
public interface PackageSource {
    /// Puts the package's wheel, and nothing that it depends on, into `folder`.
    ///
    /// @throws IOException with one line for people
    void download(String requirement, Path folder) throws IOException;
}
