package dev.troupe.bench.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Asks a server everything alone, alone again, then all at once in two orders.
record CrowdSuite(SseClient client, List<Ask> asks, Consumer<String> progress) {
    CrowdResult run(ServerProcess server) throws IOException, InterruptedException {
        progress.accept(server.name() + ": " + asks.size() + " requests, one after the other");
        List<String> alone = texts(client.inTurn(server.endpoint(), asks));
        progress.accept(server.name() + ": the same again");
        List<String> again = texts(client.inTurn(server.endpoint(), asks));
        progress.accept(server.name() + ": all at once, in two orders");
        List<String> forth = texts(client.burst(server.endpoint(), asks));
        List<String> back =
                texts(client.burst(server.endpoint(), asks.reversed())).reversed();
        return new CrowdResult(
                server.name(),
                asks.size(),
                CrowdResult.differing(alone, again),
                CrowdResult.differing(alone, forth) + CrowdResult.differing(alone, back));
    }

    private static List<String> texts(List<Answer> answers) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Answer answer : answers) {
            texts.add(answer.served().text());
        }
        return texts;
    }
}
