package dev.troupe.cli.server;

import java.net.URI;

/// Where a server is and the key to use there.
///
/// @param url without a trailing slash
/// @param apiKey a secret; never part of {@link #toString}
public record ServerAddress(URI url, String apiKey) {
    public ServerAddress {
        String text = url.toString();
        if (text.endsWith("/")) {
            url = URI.create(text.substring(0, text.length() - 1));
        }
    }

    public URI resolve(String path) {
        return URI.create(url + path);
    }

    @Override
    public String toString() {
        return "ServerAddress[" + url + "]";
    }
}
