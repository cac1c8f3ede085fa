package dev.troupe.control.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestReaderTest {
    @Test
    void valuesAreReadByKind() {
        RequestReader reader =
                reader("{\"t\":\"x\",\"b\":true,\"i\":3,\"f\":5.0,\"l\":-9223372036854775808,\"d\":0.5}");
        assertThat(reader.text("t")).contains("x");
        assertThat(reader.flag("b")).contains(true);
        assertThat(reader.integer("i", 0, 3)).contains(3);
        assertThat(reader.integer("f", 0, 9)).contains(5);
        assertThat(reader.longInteger("l")).contains(Long.MIN_VALUE);
        assertThat(reader.number("d", NumberRange.above(0, 1))).contains(0.5);
    }

    @Test
    void nullCountsAsAbsent() {
        RequestReader reader = reader("{\"t\":null}");
        assertThat(reader.text("t")).isEmpty();
        assertThat(reader.unknownFields()).isEmpty();
        assertWrong("t is missing", r -> r.requiredText("t"), "{\"t\":null}");
    }

    @Test
    void fieldsThatNobodyReadAreUnknown() {
        RequestReader reader = reader("{\"a\":1,\"b\":2,\"c\":3}");
        reader.value("b");
        reader.value("z");
        assertThat(reader.unknownFields()).containsExactlyInAnyOrder("a", "c");
    }

    @Test
    void aComplaintNamesFieldValueAndLimit() {
        assertWrong(
                "x is 'hot' (a string); a number is expected",
                r -> r.number("x", NumberRange.closed(0, 2)),
                "{\"x\":\"hot\"}");
        assertWrong("x is 3; allowed is 0 to 2", r -> r.number("x", NumberRange.closed(0, 2)), "{\"x\":3}");
        assertWrong("x is 0; allowed is above 0 up to 1", r -> r.number("x", NumberRange.above(0, 1)), "{\"x\":0}");
        assertWrong("x is 6; allowed is 0 to 5", r -> r.integer("x", 0, 5), "{\"x\":6}");
        assertWrong("x is 1.5; an integer is expected", r -> r.integer("x", 0, 5), "{\"x\":1.5}");
        assertWrong("x is a list; a string is expected", r -> r.text("x"), "{\"x\":[]}");
        assertWrong("x is 1; true or false is expected", r -> r.flag("x"), "{\"x\":1}");
        assertWrong("x is 'y' (a string); a list is expected", r -> r.list("x"), "{\"x\":\"y\"}");
        assertWrong("x is a list; an object is expected", r -> r.child("x"), "{\"x\":[]}");
        assertWrong("x is empty", r -> r.requiredText("x"), "{\"x\":\"\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "-1e400", "99999999999999999999", "9223372036854775808"})
    void numbersTooLargeForTheirKindAreRefused(String number) {
        String body = "{\"x\":" + number + "}";
        assertThatThrownBy(() -> reader(body).integer("x", Integer.MIN_VALUE, Integer.MAX_VALUE))
                .isInstanceOf(ServingException.class);
        assertThatThrownBy(() -> reader(body).longInteger("x")).isInstanceOf(ServingException.class);
        assertThatThrownBy(() -> reader(body).number("x", NumberRange.closed(-2, 2)))
                .isInstanceOf(ServingException.class);
    }

    @Test
    void aLongValueIsNotRepeatedWhole() {
        String body = "{\"x\":\"" + "y".repeat(100_000) + "\"}";
        assertThatThrownBy(() -> reader(body).flag("x"))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(120));
    }

    @Test
    void halfASurrogatePairIsNoText() {
        assertThat(reader("{\"x\":\"\\ud83d\\ude80\"}").text("x")).contains("\ud83d\ude80");
        for (String half : new String[] {"a\\ud83d", "a\\ude80", "a\\ud83d\\ud83d\\ude80"}) {
            assertWrong(
                    "x holds half of a surrogate pair at character 1; a whole one is expected",
                    r -> r.text("x"),
                    "{\"x\":\"" + half + "\"}");
        }
    }

    @Test
    void brokenJsonIsRefusedWithLineAndColumn() {
        assertBroken("{\n \"a\": tru}", "line 2, column ");
        assertBroken("{\"a\":1,\"a\":2}", "Duplicate field 'a'");
        assertBroken("{\"a\":1} {", "line 1, column ");
        assertBroken("{\"a\":1", "line 1, column ");
        assertBroken("[".repeat(5000), "nesting depth");
        assertBroken("{\"a\":" + "1".repeat(5000) + "}", "Number value length");
        assertBroken("", "the body is empty");
        assertBroken("  ", "the body is ");
        assertBroken("[1]", "the body is a list; a JSON object is expected");
        assertBroken("\"x\"", "the body is a string");
        assertBroken("{\"a\":NaN}", "line 1, column ");
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() {
        byte[] body = {'{', '"', 'a', '"', ':', '"', (byte) 0xff, '"', '}'};
        assertThatThrownBy(() -> RequestReader.of(body))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_JSON));
    }

    private static RequestReader reader(String json) {
        return RequestReader.of(json.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertWrong(String message, Consumer<RequestReader> read, String json) {
        RequestReader reader = reader(json);
        assertThatThrownBy(() -> read.accept(reader))
                .isInstanceOfSatisfying(ServingException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
                    assertThat(e.param()).contains(message.split(" ", -1)[0]);
                })
                .hasMessage(message);
    }

    private static void assertBroken(String body, String part) {
        assertThatThrownBy(() -> reader(body))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_JSON))
                .hasMessageContaining(part);
    }
}
