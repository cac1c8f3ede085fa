package dev.troupe.store.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TemplateLimitsTest {
    private static final TemplateLimits LIMITS =
            new TemplateLimits(20_000, 100, 20_000, 100_000, 1_000, Duration.ofSeconds(5));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% for a in range(1000) %}{% for b in range(1000) %}{% endfor %}{% endfor %}",
                "{{ range(1000000000)|length }}",
                "{{ range(0, 2147483647, 2)|list }}",
                "{{ [1] * 1000000000 }}",
                "{% set ns = namespace(x=[1]) %}{% for i in range(40) %}{% set ns.x = ns.x + ns.x %}{% endfor %}",
                "{{ s.split('a')|length }}",
                "{{ s|list|length }}"
            })
    void stepsAreCounted(String source) {
        assertThat(failure(source, Map.of("s", "a".repeat(50_000)))).contains("steps");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ 'a' * 1000000000 }}",
                "{% set ns = namespace(x='a') %}{% for i in range(40) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
                "{% set x = s|replace('a', 'bbbb') %}",
                "{% for i in range(40) %}{{ s|upper|length }}{% endfor %}",
                "{% for i in range(40) %}{{ 'zz' in s }}{% endfor %}",
                "{% for i in range(40) %}{{ s == t }}{% endfor %}",
                "{{ ('a' * 50)|indent('x' * 90000) }}{% set y = ('a\\n' * 50)|indent('x' * 9000) %}"
            })
    void charactersAreCountedBeforeTheyAreBuilt(String source) {
        assertThat(failure(source, Map.of("s", "a".repeat(50_000), "t", "b".repeat(50_000))))
                .contains("characters");
    }

    @Test
    void theOutputIsBounded() {
        assertThat(failure("{% for i in range(200) %}0123456789{% endfor %}", Map.of()))
                .contains("writes more than 1000 characters");
    }

    @Test
    void theSourceIsBounded() {
        assertThatThrownBy(() -> compile("x".repeat(20_001))).hasMessageContaining("20000");
    }

    @Test
    void nestingIsBoundedWhenReadAndWhenRun() {
        assertThatThrownBy(() -> compile("{{ " + "(".repeat(5_000) + "a" + ")".repeat(5_000) + " }}"))
                .hasMessageContaining("deeper");
        assertThatThrownBy(() -> compile("{% if a %}".repeat(1_000))).hasMessageContaining("deeper");
        assertThatThrownBy(() -> compile("{{ " + "not ".repeat(4_000) + "a }}")).hasMessageContaining("deeper");
        assertThat(failure("{{ 1" + " + 1".repeat(4_000) + " }}", Map.of())).contains("deeper");
        assertThat(failure("{{ a" + "|upper".repeat(3_000) + " }}", Map.of())).contains("deeper");
        assertThat(failure("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", Map.of()))
                .contains("deeper");
        assertThat(failure(
                        "{% set ns = namespace(x=[]) %}{% for i in range(500) %}{% set ns.x = [ns.x] %}{% endfor %}"
                                + "{{ ns.x }}",
                        Map.of()))
                .contains("deeper");
    }

    @Test
    void valuesFromCallersAreBounded() {
        Map<String, Object> deep = new HashMap<>();
        for (int i = 0; i < 500; i++) {
            deep = new HashMap<>(Map.of("x", deep));
        }
        assertThat(failure("", Map.of("d", deep))).contains("deeper");
        assertThat(failure("", Map.of("d", List.of(new Object())))).contains("cannot take");
    }

    @Test
    void standardLimitsFitASmallStack() throws InterruptedException {
        StringBuilder outcome = new StringBuilder();
        Thread thread = new Thread(
                null,
                () -> {
                    outcome.append(standardFailure("{% macro m(x) %}{{ m([x]|list) }}{% endmacro %}{{ m(1) }}"));
                    outcome.append(standardFailure("{{ " + "[".repeat(5_000) + "]".repeat(5_000) + " }}"));
                    outcome.append(standardFailure("{% for x in [1] %}".repeat(5_000)));
                    outcome.append(standardFailure("{% set ns = namespace(x=[]) %}{% for i in range(190) %}"
                            + "{% set ns.x = [ns.x] %}{% endfor %}{{ ns.x|tojson(indent=1)|length }}{{ ns.x == ns.x }}"
                            + "{{ boom.boom }}"));
                },
                "small stack",
                512 * 1024);
        thread.start();
        thread.join();
        assertThat(outcome.toString()).contains("deeper").contains("undefined").doesNotContain("Error");
    }

    @Test
    void failuresNameTheLine() {
        assertThat(failure("a\nb{{ x }}\n{{ y.z }}", Map.of())).isEqualTo("chat template, line 3: 'y' is undefined");
        assertThat(failure("{% if true %}\n\n{{ raise_exception('no ' ~ who) }}{% endif %}", Map.of("who", "you")))
                .isEqualTo("chat template, line 3: the template says: no you");
        assertThatThrownBy(() -> compile("a\n{% for x %}")).hasMessageContaining("line 2");
    }

    @Test
    void longReasonsAreCut() {
        assertThat(failure("{{ raise_exception('x' * 5000) }}", Map.of())).hasSizeLessThan(600);
    }

    private static String standardFailure(String source) {
        try {
            return ChatTemplates.compile(source).render(Map.of()).plain();
        } catch (ServingException e) {
            return e.getMessage();
        } catch (StackOverflowError e) {
            return "Error";
        }
    }

    private static ChatTemplate compile(String source) {
        return ChatTemplates.compile(source, LIMITS, Clock.systemUTC());
    }

    private static String failure(String source, Map<String, Object> values) {
        ChatTemplate template = compile(source);
        ServingException failure = catchThrowableOfType(ServingException.class, () -> template.render(values));
        assertThat(failure).as(source).isNotNull();
        assertThat(failure.code()).isEqualTo(ErrorCode.TEMPLATE_FAILED);
        return failure.getMessage();
    }
}
