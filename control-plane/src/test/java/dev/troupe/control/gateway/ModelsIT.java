package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.troupe.control.fake.Gateway;
import dev.troupe.control.models.ManagedModels;
import dev.troupe.control.models.ModelKeeper;
import dev.troupe.control.models.ModelLimits;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.protocol.Digest;
import dev.troupe.store.ModelStore;
import dev.troupe.store.blob.BlobLimits;
import dev.troupe.store.blob.BlobStore;
import dev.troupe.store.generated.GeneratedModel;
import dev.troupe.store.generated.WeightFormats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Models over the wire, from their files on.
@Timeout(300)
final class ModelsIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static byte[] gguf;

    @TempDir
    private static Path shared;

    @TempDir
    private Path root;

    private Gateway gateway;

    @BeforeAll
    static void writeModel() throws IOException {
        Path file = shared.resolve("small.gguf");
        GeneratedModel.small(WeightFormats.all(WeightFormat.Q8_0), 1).writeTo(file);
        gguf = Files.readAllBytes(file);
    }

    @BeforeEach
    void start() throws IOException {
        ModelStore store = ModelStore.open(root);
        BlobStore blobs =
                BlobStore.open(root, new BlobLimits(1 << 30, 0, 4, Duration.ofHours(1)), InstantSource.system());
        ModelKeeper.Bounds bounds = new ModelKeeper.Bounds(ModelLimits.defaults(), InstantSource.system());
        gateway = Gateway.start(ManagedModels.open(root.resolve("catalog"), Gateway.catalog(), store, blobs, bounds));
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void aModelIsCreatedPackedServedAndDeleted() throws IOException {
        HttpResponse<String> created = create("story", Map.of("model.gguf", push(gguf)));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        assertThat(json(created.body()).path("id").asText()).isEqualTo("story:latest");
        JsonNode ready = awaitState("story", "ready");
        assertThat(ready.path("digest").asText()).isEqualTo(digest(gguf).value());
        assertThat(ready.path("owned_by").asText()).isEqualTo("acme");
        assertThat(gateway.get("/v1/models").body()).contains("story:latest").contains(Gateway.MODEL);
        assertThat(gateway.get("/v1/ps").body()).contains("story:latest").contains("\"tier\":\"cold\"");
        HttpResponse<String> tokens = gateway.post("/tokenize", "{\"model\":\"story:latest\",\"prompt\":\"hello\"}");
        assertThat(tokens.statusCode()).as(tokens.body()).isEqualTo(200);

        assertThat(delete("story").statusCode()).isEqualTo(200);
        assertThat(gateway.get("/v1/models/story").statusCode()).isEqualTo(404);
        assertThat(delete("story").statusCode()).isEqualTo(404);
        await().atMost(PATIENCE)
                .until(() ->
                        files("models").isEmpty() && files("catalog/records").isEmpty());
        assertThat(files("catalog/sources")).isEmpty();
        assertThat(files("catalog/unchecked")).allMatch(name -> name.endsWith(".lock"));
    }

    @Test
    void theSameRequestAgainIsTheSameModelAndOtherFilesAreAConflict() throws IOException {
        Map<String, Digest> files = Map.of("model.gguf", push(gguf));
        assertThat(create("story:1", files).statusCode()).isEqualTo(201);
        assertThat(create("story:1", files).statusCode()).isEqualTo(200);
        HttpResponse<String> other = create("story:1", Map.of("other.gguf", push(gguf)));
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body()).contains("\"code\":\"conflict\"").contains("\"param\":\"name\"");
        awaitState("story:1", "ready");
        assertThat(create("story:1", files).statusCode()).isEqualTo(200);
    }

    @Test
    void whatWasAcknowledgedIsThereAfterARestart() throws IOException {
        create("story", Map.of("model.gguf", push(gguf)));
        awaitState("story", "ready");
        create("second", Map.of("model.gguf", push(gguf)));
        stop();
        start();
        assertThat(awaitState("story", "ready").path("digest").asText())
                .isEqualTo(digest(gguf).value());
        awaitState("second", "ready");
    }

    @Test
    void twoNamesOfOneModelDoNotTakeItFromEachOther() throws IOException {
        create("one", Map.of("model.gguf", push(gguf)));
        create("two", Map.of("model.gguf", push(gguf)));
        awaitState("one", "ready");
        awaitState("two", "ready");
        delete("one");
        await().atMost(PATIENCE).until(() -> files("catalog/records").size() == 1);
        assertThat(files("models")).hasSize(1);
        assertThat(gateway.post("/tokenize", "{\"model\":\"two\",\"prompt\":\"x\"}")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aModelOfTheStartCannotBeDeletedAndAForeignOneIsNotFound() throws IOException {
        assertThat(delete("smollm2").statusCode()).isEqualTo(409);
        HttpRequest admin = HttpRequest.newBuilder(gateway.url("/v1/models"))
                .header("Authorization", "Bearer " + Gateway.ADMIN_KEY)
                .POST(BodyPublishers.ofString(body("mine", Map.of("m.gguf", digest(gguf)))))
                .build();
        assertThat(gateway.send(admin).statusCode())
                .as("files are the caller's own")
                .isEqualTo(400);
        HttpResponse<String> foreign = create("system/mine", Map.of("m.gguf", push(gguf)));
        assertThat(foreign.statusCode()).isEqualTo(403);
        assertThat(gateway.get("/v1/models/system%2Fmine").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 24, 100, 5000})
    void ms04ATornFileIsRefusedBeforeItIsAModel(int bytes) throws IOException {
        byte[] torn = Arrays.copyOf(gguf, bytes);
        HttpResponse<String> refused = create("torn", Map.of("sub/model.gguf", push(torn)));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .contains("invalid_model_file")
                .contains("model.gguf")
                .doesNotContain(root.toString());
        assertNothingKept("torn");
    }

    @Test
    void ms04LengthsThatLieAreRefusedThroughTheCall() throws IOException {
        for (String hex : List.of(
                "47475546 03000000 0000000000000000 0000000001000000",
                "47475546 03000000 0000000000000000 0100000000000000 ffffffffffff0000",
                "47475546 03000000 0000000000000000 0100000000000000 0100000000000000 61 08000000 ffffffffffffffff",
                "47475546 03000000 0000000000000000 0100000000000000 0100000000000000 61 09000000 04000000"
                        + " 0000004000000000",
                "47475546 03000000 0000000000000000 0100000000000000 0100000000000000 61 09000000 09000000"
                        + " 0100000000000000 09000000 0100000000000000")) {
            byte[] file = HexFormat.of().parseHex(hex.replace(" ", ""));
            HttpResponse<String> refused = create("liar", Map.of("model.gguf", push(file)));
            assertThat(refused.statusCode()).as(hex).isEqualTo(400);
            assertThat(refused.body()).contains("invalid_model_file").contains("model.gguf: ");
        }
        assertNothingKept("liar");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../x.gguf",
                "/etc/x.gguf",
                "a/../x.gguf",
                "a\\\\x.gguf",
                "x\\u0000.gguf",
                "x\\u202e.gguf",
                "\\u0445.gguf",
                "",
                ".",
                "a//b",
                "a/",
                "~/x",
                "-x",
                "C:x"
            })
    void ms15APathThatLeavesTheModelsFolderIsRefused(String path) throws IOException {
        String body = "{\"name\":\"bad\",\"files\":{\"" + path + "\":\"" + push(gguf) + "\"}}";
        HttpResponse<String> refused = gateway.post("/v1/models", body);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(refused.body()).contains("\"param\":\"files.");
        assertNothingKept("bad");
    }

    @Test
    void ms15NamesThatDifferByCaseOrAreFileAndFolderAreRefused() throws IOException {
        Digest blob = push(gguf);
        assertThat(create("bad", Map.of("a.gguf", blob, "A.gguf", blob)).body()).contains("by case only");
        assertThat(create("bad", Map.of("a", blob, "a/b", blob)).body()).contains("is a file and the folder of");
        assertNothingKept("bad");
    }

    @Test
    void ms15TooManyFilesAndFilesThatWereNotUploadedAreRefused() throws IOException {
        StringBuilder many = new StringBuilder();
        for (int i = 0; i <= ModelLimits.defaults().maxFiles(); i++) {
            many.append(i == 0 ? "" : ",")
                    .append("\"f")
                    .append(i)
                    .append("\":\"")
                    .append(digest(gguf))
                    .append('"');
        }
        HttpResponse<String> refused = gateway.post("/v1/models", "{\"name\":\"bad\",\"files\":{" + many + "}}");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("the limit is 1024");
        HttpResponse<String> missing = create("bad", Map.of("m.gguf", digest(new byte[] {7})));
        assertThat(missing.statusCode()).isEqualTo(400);
        assertThat(missing.body()).contains("was not uploaded").contains("files.m.gguf");
        assertNothingKept("bad");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"../x\"",
                "\"a/b/c\"",
                "\"a\\u0000b\"",
                "\"\\u0430bc\"",
                "\"a b\"",
                "\"\"",
                "null",
                "3",
                "\"-x\"",
                "\".x\"",
                "\"a:b:c\"",
                "\"x@y\""
            })
    void ms15WhatIsNoNameIsRefused(String name) {
        HttpResponse<String> refused =
                gateway.post("/v1/models", "{\"name\":" + name + ",\"files\":{\"m.gguf\":\"" + digest(gguf) + "\"}}");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(refused.body()).contains("\"param\":\"name\"");
    }

    @Test
    void aQuantisedModelIsAnotherModel() throws IOException {
        Path file = shared.resolve("full.gguf");
        GeneratedModel.small(WeightFormats.all(WeightFormat.F16), 1).writeTo(file);
        byte[] full = Files.readAllBytes(file);
        String body = body("small", Map.of("model.gguf", push(full))).replaceFirst("}$", ",\"quantize\":\"q8_0\"}");
        assertThat(gateway.post("/v1/models", body).statusCode()).isEqualTo(201);
        assertThat(create("full", Map.of("model.gguf", digest(full))).statusCode())
                .isEqualTo(201);
        assertThat(awaitState("full", "ready").path("digest").asText())
                .isEqualTo(digest(full).value());
        assertThat(awaitState("small", "ready").path("digest").asText())
                .isNotEqualTo(digest(full).value());
        HttpResponse<String> unknown = gateway.post("/v1/models", body.replace("q8_0", "q1_9"));
        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(unknown.body()).contains("known are [q8_0, q4_0, q4_1]");
    }

    @Test
    void ms08AFolderThatLacksItsWeightsIsRefusedBeforeItIsAModel() throws IOException {
        Digest json = push("{}".getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> refused = create("bad", Map.of("config.json", json, "tokenizer.json", json));
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(refused.body()).contains("invalid_model_file").doesNotContain(root.toString());
        assertNothingKept("bad");
    }

    private Digest push(byte[] content) {
        Digest digest = digest(content);
        HttpRequest request = gateway.request("/v1/blobs/" + digest)
                .POST(BodyPublishers.ofByteArray(content))
                .build();
        assertThat(gateway.send(request).statusCode()).isIn(200, 201);
        return digest;
    }

    private HttpResponse<String> create(String name, Map<String, Digest> files) {
        return gateway.post("/v1/models", body(name, files));
    }

    private static String body(String name, Map<String, Digest> files) {
        StringBuilder list = new StringBuilder();
        files.forEach((path, digest) -> list.append(list.isEmpty() ? "" : ",")
                .append('"')
                .append(path)
                .append("\":\"")
                .append(digest)
                .append('"'));
        return "{\"name\":\"" + name + "\",\"files\":{" + list + "}}";
    }

    private HttpResponse<String> delete(String name) {
        return gateway.send(gateway.request("/v1/models/" + name).DELETE().build());
    }

    private JsonNode awaitState(String name, String state) {
        await().atMost(PATIENCE).until(() -> model(name).path("state").asText().equals(state));
        return model(name);
    }

    private JsonNode model(String name) {
        return json(gateway.get("/v1/models/" + name).body());
    }

    private void assertNothingKept(String name) throws IOException {
        assertThat(gateway.get("/v1/models/" + name).statusCode()).isEqualTo(404);
        assertThat(files("models")).isEmpty();
        assertThat(files("catalog/records")).isEmpty();
        assertThat(files("catalog/sources")).isEmpty();
        assertThat(files("catalog/unchecked")).allMatch(file -> file.endsWith(".lock"));
    }

    private List<String> files(String folder) {
        try (Stream<Path> all = Files.list(root.resolve(folder))) {
            return all.map(path -> path.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(text, e);
        }
    }

    private static Digest digest(byte[] content) {
        return Digest.of(Digest.sha256().digest(content));
    }
}
