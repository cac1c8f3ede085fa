package dev.troupe.store.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class TemplateFuzzTest {
    private static final TemplateLimits LIMITS =
            new TemplateLimits(10_000, 60, 20_000, 100_000, 10_000, Duration.ofSeconds(5));

    private static final List<String> PARTS = List.of(
            "{{",
            "}}",
            "{%",
            "%}",
            "{#",
            "#}",
            "{%-",
            "-%}",
            "if",
            "elif",
            "else",
            "endif",
            "for",
            "in",
            "endfor",
            "set",
            "endset",
            "macro",
            "endmacro",
            "call",
            "endcall",
            "filter",
            "endfilter",
            "raw",
            "endraw",
            "with",
            "endwith",
            "break",
            "continue",
            "recursive",
            "x",
            "m",
            "messages",
            "loop",
            "loop.index",
            "'a'",
            "\"b\"",
            "1",
            "2.5",
            "-",
            "+",
            "~",
            "*",
            "**",
            "/",
            "//",
            "%",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            ":",
            ",",
            ".",
            "|",
            "=",
            "==",
            "<",
            "not",
            "and",
            "or",
            "is",
            "defined",
            "none",
            "true",
            "upper",
            "trim",
            "length",
            "join",
            "tojson",
            "sort",
            "map",
            "range(3)",
            "namespace(a=1)",
            "x.a",
            "\n",
            " ",
            "'\\u12'",
            "0x",
            "9999999999999999999",
            "$",
            "\ud800");

    @Property(tries = 3000)
    void anySourceRendersOrFailsAsATemplate(@ForAll("sources") String source) {
        try {
            ChatTemplate template = ChatTemplates.compile(source, LIMITS, Clock.systemUTC());
            assertThat(template.render(values()).plain().length()).isLessThanOrEqualTo(LIMITS.outputChars());
        } catch (ServingException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.TEMPLATE_FAILED);
        }
    }

    @Property(tries = 1500)
    void anyExpressionRendersOrFailsAsATemplate(@ForAll("expressions") String expression) {
        anySourceRendersOrFailsAsATemplate("{% for x in messages %}{{ " + expression + " }}{% endfor %}");
    }

    @Property(tries = 500)
    void whatUsersWriteIsNeverRunAsATemplate(@ForAll("sources") String data) {
        String rendered = ChatTemplates.compile("{{ x }}{{ [x][0] }}{{ x ~ '' }}{% set y %}{{ x }}{% endset %}{{ y }}")
                .render(Map.of("x", data))
                .plain();
        assertThat(rendered).isEqualTo(data.repeat(4));
    }

    @Provide
    Arbitrary<String> sources() {
        return Arbitraries.of(PARTS).list().ofMaxSize(30).map(parts -> String.join(" ", parts));
    }

    @Provide
    Arbitrary<String> expressions() {
        List<String> inside = PARTS.stream()
                .filter(part -> part.chars().noneMatch(c -> c == '#') && !part.contains("{%") && !part.contains("%}"))
                .toList();
        Arbitrary<String> operand = Arbitraries.of(
                "x",
                "x.content",
                "1",
                "'a'",
                "none",
                "messages",
                "[1, x]",
                "{'a': x}",
                "loop",
                "2.5",
                "missing",
                "(1,)");
        Arbitrary<String> operator = Arbitraries.of(
                " + ", " ~ ", " * ", " in ", " < ", " == ", " and ", " or ", " % ", " // ", " ** ", "|default(1) - ");
        Arbitrary<String> suffix = Arbitraries.of(Filters.names().stream()
                .sorted()
                .flatMap(name -> List.of("|" + name, "|" + name + "(1)", "|" + name + "('a', x)").stream())
                .toList());
        Arbitrary<String> soup = Arbitraries.of(inside).list().ofMaxSize(10).map(parts -> String.join(" ", parts));
        Arbitrary<String> sum = operand.flatMap(a -> operator.flatMap(o -> operand.map(b -> a + o + b)));
        Arbitrary<String> filtered = operand.flatMap(a -> suffix.flatMap(f -> suffix.map(g -> a + f + g)));
        return Arbitraries.oneOf(soup, sum, filtered, filtered);
    }

    private static Map<String, Object> values() {
        return Map.of(
                "messages",
                List.of(Map.of("role", "user", "content", "hi"), Map.of("role", "x", "content", List.of(1, 2.5, true))),
                "x",
                "text");
    }
}
