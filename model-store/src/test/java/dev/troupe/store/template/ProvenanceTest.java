package dev.troupe.store.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.ServingException;
import dev.troupe.store.template.ProvenanceText.Origin;
import dev.troupe.store.template.ProvenanceText.Run;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Runs are shown as `T:text` and `D:text`.
final class ProvenanceTest {
    private static final List<String> STEPS = List.of(
            "|trim",
            "|upper",
            "|lower",
            "|capitalize",
            "|title",
            "|replace('a', '<')",
            "|replace('<', x)",
            "|indent(2)",
            "|join('-')",
            "|reverse",
            "|list|join",
            "|string",
            "|escape",
            "|tojson",
            "|default('t')",
            "|first|string",
            "[1:]",
            "[::-1]",
            ".split('b')|join('|')",
            ".strip()",
            ".splitlines()|join",
            ".title()",
            " ~ 't'",
            " * 2",
            "|map('upper')|join",
            "|sort|join",
            "|batch(2)|map('join', '<')|join",
            "|slice(2, 't')|map('join')|join('|')",
            "|center(20)",
            ".zfill(8)",
            ".rjust(9, '<')",
            ".partition('b')|join('t')",
            "|truncate(4, true, '<|', 0)",
            "|format",
            ".format(x)",
            ".rsplit('a', 1)|join('<|')",
            ".replace(x, '<')",
            ".removeprefix('<')",
            ".strip('a')",
            "|replace('', '<')");

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            <|im_start|>{{ x }};                    T:<|im_start|> D:abc
            {{ 'a' ~ x ~ 'b' }};                    T:a D:abc T:b
            {{ 'a' + x }};                          T:a D:abc
            {{ x + x }};                            D:abcabc
            {{ x|replace('b', '-') }};              D:a T:- D:c
            {{ 'xbx'|replace('b', x) }};            T:x D:abc T:x
            {{ [x, 'y', x]|join(',') }};            D:abc T:,y, D:abc
            {{ ('<' ~ x)[0:2] }};                   T:< D:a
            {{ ('<' ~ x)[::-1] }};                  D:cba T:<
            {{ ('a' ~ x)|upper }};                  T:A D:ABC
            {{ [x, 't'] }};                         D:['abc', ' T:t D:']
            {{ {'k': x}|tojson }};                  D:{" T:k D:": "abc"}
            {{ '%5s|%-4s|' % (x, 't') }};           T:   D:abc T:|t   |
            {{ '<{}|{:>4}>'.format(x, x) }};        T:< D:abc T:|  D:abc T:>
            {{ x.rjust(4, '<') }};                  T:< D:abc
            {{ 'abcd'|truncate(3, true, x, 0) }};   D:abc
            {{ ('<' ~ x).partition('a')|join('') }};T:<a D:bc
            {{ 5 }}{{ true }};                      D:5True
            {% set y %}[{{ x }}]{% endset %}{{ y }};T:[ D:abc T:]
            {% macro m(a) %}({{ a }}){% endmacro %}{{ m(x) }};T:( D:abc T:)
            {{ '%s!' % x }};                        D:abc T:!
            {{ bos_token }};                        T:<s>
            {{ '<|' ~ m.role ~ '|>' }};             T:<|user|>
            {{ '<|' ~ odd.role ~ '|>' }};           T:<| D:x|y T:|>
            {% for c in x %}{{ c }}{% endfor %};    D:abc
            {% for k in m %}{{ k }}{% endfor %};    D:role
            {{ (x ~ ' t ')|trim }};                 D:abc T: t
            {{ ' a b '.split()|join }}{{ x }};      T:ab D:abc
            """)
    void everyOperationKeepsOrigins(String source, String runs) {
        assertThat(shown(source)).isEqualTo(runs);
    }

    @Test
    void theModelsOwnLiteralsAreTheTemplatesAtTheTopOnly() {
        Map<String, Object> values = Map.of("m", Map.of("bos_token", "</s>"), "bos_token", "<s>");
        assertThat(ChatTemplates.compile("{{ bos_token }}{{ m.bos_token }}")
                        .render(values)
                        .runs())
                .containsExactly(new Run("<s>", Origin.TEMPLATE), new Run("</s>", Origin.DATA));
    }

    /// Data is marked by letters that no template here writes; wherever they come out, they are
    /// data.
    @Property(tries = 500)
    void noChainOfOperationsTurnsDataIntoTemplateText(@ForAll("chains") String chain, @ForAll("marked") String data) {
        String source = "{% set x = x %}a{{ x" + chain + " }}b";
        List<Run> runs;
        try {
            runs = ChatTemplates.compile(source)
                    .render(Map.of("x", data, "y", data))
                    .runs();
        } catch (ServingException e) {
            return;
        }
        for (Run run : runs) {
            boolean marked = run.text().chars().anyMatch(c -> c >= 'щ');
            assertThat(marked && run.origin() == Origin.TEMPLATE).as(source).isFalse();
        }
    }

    @Provide
    Arbitrary<String> chains() {
        return Arbitraries.of(STEPS).list().ofMinSize(1).ofMaxSize(5).map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<String> marked() {
        return Arbitraries.strings().withChars("щъ\n<a b").ofMaxLength(12);
    }

    private static String shown(String source) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("x", "abc");
        values.put("bos_token", "<s>");
        values.put("m", Map.of("role", "user"));
        values.put("odd", Map.of("role", "x|y"));
        return ChatTemplates.compile(source).render(values).runs().stream()
                .map(run -> (run.origin() == Origin.TEMPLATE ? "T:" : "D:") + run.text())
                .collect(Collectors.joining(" "));
    }
}
