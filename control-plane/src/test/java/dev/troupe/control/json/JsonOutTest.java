package dev.troupe.control.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class JsonOutTest {
    @Test
    void textIsWrittenAsUtf8AndOnOneLine() {
        byte[] json = JsonOut.object(out -> out.writeStringField("x", "é \ud83d\ude80 \n \" \u0001"));
        assertThat(new String(json, StandardCharsets.UTF_8)).isEqualTo("{\"x\":\"é \ud83d\ude80 \\n \\\" \\u0001\"}");
    }

    @Test
    void aLogprobKeepsItsBits() {
        float logprob = Math.nextUp(-0.1f);
        String json = new String(JsonOut.bytes(out -> out.writeNumber(logprob)), StandardCharsets.UTF_8);
        assertThat(Float.parseFloat(json)).isEqualTo(logprob);
    }
}
