package dev.troupe.app.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.cli.Json;
import dev.troupe.cli.server.UpFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What `up` prints when a server is ready.
///
/// @param server what it says about itself
/// @param home its folder
/// @param homeIsDefault whether commands find it without `--home`
/// @param models a word for each model served
record Banner(UpFile server, Path home, boolean homeIsDefault, List<String> models) {
    /// Small models ramble at the server's own default of 1.
    private static final double CALM = 0.2;

    private static final String QUESTION = "Why is the sky blue?";

    Banner {
        models = List.copyOf(models);
    }

    String text() {
        return "Troupe serves at " + server.url() + " (home " + home + ")\n"
                + "API key: " + server.tenantKey() + "\n"
                + "\n"
                + models.stream().findFirst().map(this::tryIt).orElse(NO_MODEL);
    }

    private static final String NO_MODEL = "No model is served. Give one: ./troupe up --model NAME=FILE.gguf\n";

    private String tryIt(String model) {
        return "Try it:\n"
                + "  curl -N " + server.url() + "/v1/chat/completions -H 'Authorization: Bearer " + server.tenantKey()
                + "' -H 'Content-Type: application/json' -d '" + body(model) + "'\n"
                + "or\n"
                + "  ./troupe run " + (homeIsDefault ? "" : "--home '" + home + "' ") + model + " \"" + QUESTION
                + "\"\n";
    }

    private static String body(String model) {
        ObjectNode body = Json.MAPPER.createObjectNode();
        body.put("model", model);
        body.putArray("messages").addObject().put("role", "user").put("content", QUESTION);
        body.put("temperature", CALM);
        body.put("stream", true);
        return body.toString();
    }

    /// One line for machines.
    String json() {
        ObjectNode root = Json.MAPPER.createObjectNode();
        root.put("url", server.url());
        root.put("home", home.toString());
        root.put("adminKey", server.adminKey());
        root.put("tenantKey", server.tenantKey());
        models.forEach(root.putArray("models")::add);
        Optional<UpFile.Entry> first = server.processes().stream().findFirst();
        first.ifPresent(entry -> root.put("pid", entry.pid()));
        return root + "\n";
    }
}
