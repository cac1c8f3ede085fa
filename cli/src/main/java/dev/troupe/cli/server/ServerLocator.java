package dev.troupe.cli.server;

import dev.troupe.cli.CliContext;
import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/// Decides which server a command talks to: `--url` or `TROUPE_URL` with `TROUPE_API_KEY`, else
/// `up.json` of the home. A key in `TROUPE_API_KEY` always wins.
public final class ServerLocator {
    private final CliContext context;
    private final Function<Path, Optional<UpFile>> upFiles;

    /// @param upFiles reads the file of a home
    public ServerLocator(CliContext context, Function<Path, Optional<UpFile>> upFiles) {
        this.context = context;
        this.upFiles = upFiles;
    }

    /// Which of a home's two keys a command needs.
    public enum Need {
        USE,
        MANAGEMENT
    }

    public ServerAddress locate(Optional<String> urlOption, Optional<Path> homeOption, Need need) {
        Optional<URI> url = urlOption.or(() -> context.variable("TROUPE_URL")).map(ServerLocator::parse);
        Path home = context.home(homeOption);
        return url.map(given -> explicit(given, home, need)).orElseGet(() -> fromHome(home, need));
    }

    private ServerAddress explicit(URI url, Path home, Need need) {
        return key().or(() -> keyOfSameServer(url, home, need))
                .map(key -> new ServerAddress(url, key))
                .orElseThrow(() -> new CliException(
                        ExitCode.UNREACHABLE, "no key for " + url + ": set TROUPE_API_KEY to a key of that server"));
    }

    private Optional<String> keyOfSameServer(URI url, Path home, Need need) {
        return upFiles.apply(home)
                .filter(file -> new ServerAddress(url, "").url().equals(URI.create(file.url())))
                .map(file -> keyOf(file, need));
    }

    private ServerAddress fromHome(Path home, Need need) {
        UpFile file = upFiles.apply(home)
                .orElseThrow(() -> new CliException(
                        ExitCode.UNREACHABLE,
                        "no server found: no " + UpFile.NAME + " in " + home
                                + ". Start one with './troupe up', or give --url and TROUPE_API_KEY"));
        return new ServerAddress(URI.create(file.url()), key().orElseGet(() -> keyOf(file, need)));
    }

    private Optional<String> key() {
        return context.variable("TROUPE_API_KEY");
    }

    private static String keyOf(UpFile file, Need need) {
        return switch (need) {
            case USE -> file.tenantKey();
            case MANAGEMENT -> file.adminKey();
        };
    }

    private static URI parse(String text) {
        try {
            URI url = URI.create(text);
            if (("http".equals(url.getScheme()) || "https".equals(url.getScheme())) && url.getHost() != null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // Told below, like every other address that is none.
        }
        throw new CliException(
                ExitCode.USAGE, "'" + text + "' is not a server's address; expected something like http://host:8080");
    }
}
