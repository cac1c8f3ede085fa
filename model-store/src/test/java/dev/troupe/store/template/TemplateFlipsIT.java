package dev.troupe.store.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.SharedData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Published templates with broken bytes: they render, or fail as templates do.
final class TemplateFlipsIT {
    private static final int ROUNDS = Integer.getInteger("troupe.template.flips", 6);
    private static final TemplateLimits LIMITS =
            new TemplateLimits(256 * 1024, 200, 300_000, 4L * 1024 * 1024, 1024 * 1024, Duration.ofSeconds(5));

    @Test
    void brokenTemplatesRenderOrFailAsTemplates() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int rendered = 0;
        int failed = 0;
        for (JsonNode line : SharedData.jsonLines("chat_templates/templates_rendered.jsonl")) {
            String name = "chat_templates/templates/" + line.get("template").asText() + ".jinja";
            byte[] source = Files.readAllBytes(SharedData.file(name));
            for (int round = 0; round < ROUNDS; round++) {
                String broken = new String(broken(source, random), StandardCharsets.UTF_8);
                try {
                    ChatTemplates.compile(broken, LIMITS, Recorded.CLOCK).render(values(line));
                    rendered++;
                } catch (ServingException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.TEMPLATE_FAILED);
                    failed++;
                }
            }
        }
        System.out.println("TemplateFlipsIT seed " + seed + ": " + rendered + " rendered, " + failed + " failed");
        assertThat(rendered).isPositive();
        assertThat(failed).isPositive();
    }

    /// A few bytes changed, a stretch taken out, or one doubled.
    private static byte[] broken(byte[] source, Random random) {
        List<Byte> bytes = new ArrayList<>();
        for (byte value : source) {
            bytes.add(value);
        }
        int at = random.nextInt(bytes.size());
        int end = Math.min(bytes.size(), at + 1 + random.nextInt(40));
        switch (random.nextInt(3)) {
            case 0 -> bytes.subList(at, end).clear();
            case 1 -> bytes.addAll(random.nextInt(bytes.size()), List.copyOf(bytes.subList(at, end)));
            default -> {
                for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                    bytes.set(random.nextInt(bytes.size()), (byte) random.nextInt(128));
                }
            }
        }
        byte[] broken = new byte[bytes.size()];
        for (int i = 0; i < broken.length; i++) {
            broken[i] = bytes.get(i);
        }
        return broken;
    }

    private static Map<String, Object> values(JsonNode line) {
        Map<String, Object> values = new HashMap<>();
        for (String name : List.of("bos_token", "eos_token", "add_generation_prompt", "messages", "tools")) {
            if (line.has(name)) {
                values.put(name, SharedData.plain(line.get(name)));
            }
        }
        return values;
    }
}
