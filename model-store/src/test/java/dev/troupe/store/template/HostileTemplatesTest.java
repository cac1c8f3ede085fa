package dev.troupe.store.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// MS-16: a template is code from a stranger. With the limits that production has.
final class HostileTemplatesTest {
    private static final Duration PATIENCE = TemplateLimits.standard().time().multipliedBy(4);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(99999) %}"
                        + "{% endfor %}{% endfor %}{% endfor %}",
                "{{ 'x' * 10 ** 9 }}",
                "{{ 'x' * 10 ** 18 }}",
                "{{ range(10 ** 9)|list }}",
                "{% for i in range(-2147483648, 2147483647) %}{% endfor %}",
                "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
                "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(40) }}",
                "{% for x in [1, 2] recursive %}{{ loop([1, 2]) }}{% endfor %}",
                "{% for i in range(2000) %}{{ 'x' * 9000 }}{% endfor %}",
                "{% set n = namespace(x='ab') %}{% for i in range(60) %}{% set n.x = n.x|replace('a', n.x) %}"
                        + "{% endfor %}",
                "{% set n = namespace(x='a') %}{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}",
                "{% set n = namespace(x=['a']) %}{% for i in range(60) %}"
                        + "{% set n.x = [n.x|join('-'), n.x|join('-')] %}{% endfor %}",
                "{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}{% endfor %}{{ n.x }}",
                "{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}{% endfor %}"
                        + "{{ n.x|tojson }}",
                "{% set n = namespace(x=[1], y=[1]) %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}"
                        + "{% set n.y = [n.y, n.y] %}{% endfor %}{{ n.x == n.y }}",
                "{{ 'x'|center(999999999) }}",
                "{{ 'x'.rjust(2147483647) }}",
                "{{ '%999999999d' % 1 }}",
                "{{ '{:>999999999}'.format(1) }}",
                "{{ '%.999999999f' % 1 }}",
                "{{ [1]|batch(10 ** 9, 0)|list }}",
                "{{ [1]|slice(10 ** 9)|list }}",
                "{{ 'x'|indent(10 ** 9, true) }}",
                "{{ [1]|tojson(indent=10 ** 9) }}",
                "{{ strftime_now('%Y' * 10 ** 7) }}",
                "{% for i in range(10 ** 6) %}{{ strftime_now('%Y' * 4000)|length }}{% endfor %}",
                "{% set a = 'a' * 4000000 %}{% for i in range(1000000) %}{{ 'b' in a }}{% endfor %}",
                "{% set a = ['a' * 1000000] * 1000000 %}{{ (a|join)|length }}",
                "{% set a = ('a' * 1000000)|list %}{% set b = a|list|list|list|list %}{{ b|unique|list|length }}"
            })
    void ms16WhatNeverEndsOrGrowsWithoutBoundEndsAsATypedFailure(String source) {
        long begun = System.nanoTime();
        ServingException failure = catchThrowableOfType(
                ServingException.class, () -> ChatTemplates.compile(source).render(Map.of()));
        Duration taken = Duration.ofNanos(System.nanoTime() - begun);
        assertThat(failure).isNotNull();
        assertThat(failure.code()).isEqualTo(ErrorCode.TEMPLATE_FAILED);
        assertThat(taken).isLessThan(PATIENCE);
    }

    /// Each of these takes the product of two lengths, a million each, when it is done the usual way.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ ('a' * 500000 ~ 'b') in a }}",
                "{{ a.split('a' * 500000 ~ 'b')|length }}",
                "{{ a.rsplit('b' ~ 'a' * 500000, 3)|length }}",
                "{{ a.replace('a' * 500000 ~ 'b', '')|length }}",
                "{{ a.find('a' * 500000 ~ 'b') }}",
                "{{ a.count('a' * 500000 ~ 'b') }}",
                "{{ a.strip('z' * 1000000 ~ 'a')|length }}",
                "{{ a.partition('a' * 500000 ~ 'b')|length }}"
            })
    void ms16SearchingTakesTimeByTheSumOfTheLengths(String source) {
        long begun = System.nanoTime();
        String text = ChatTemplates.compile("{% set a = 'a' * 1000000 %}" + source)
                .render(Map.of())
                .plain();
        assertThat(text).isIn("False", "1", "1000000", "-1", "0", "3");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(PATIENCE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ ''.__class__.__mro__ }}",
                "{{ ''['__class__']['__mro__'] }}",
                "{{ messages.getClass().forName('java.lang.Runtime') }}",
                "{{ x.class.classLoader }}",
                "{{ (x|attr('getClass'))() }}",
                "{{ [].__class__.__base__.__subclasses__() }}",
                "{{ raise_exception.__globals__['os'] }}",
                "{{ range.body }}",
                "{{ loop.body }}",
                "{% for i in [1] %}{{ loop.attributes }}{{ loop.body }}{% endfor %}",
                "{{ namespace().attributes }}",
                "{{ x.chars }}{{ x.getBytes }}",
                "{% import 'os' as os %}{{ os }}",
                "{% include '/etc/passwd' %}",
                "{{ self.__init__ }}{{ cycler.__init__ }}"
            })
    void ms16NothingBehindPlainDataCanBeReached(String source) {
        String outcome;
        try {
            outcome = ChatTemplates.compile(source)
                    .render(Map.of("x", "text", "messages", List.of()))
                    .plain();
        } catch (ServingException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.TEMPLATE_FAILED);
            return;
        }
        assertThat(outcome).isEmpty();
    }

    @Test
    void ms16TimeIsBoundedWhereStepsAreNot() {
        AtomicLong now = new AtomicLong();
        TemplateLimits limits = new TemplateLimits(
                1000, 100, Integer.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, Duration.ofSeconds(3));
        JinjaTemplate template = ChatTemplates.compiled(
                "{% for i in range(10 ** 6) %}{{ i }}{% endfor %}",
                limits,
                Clock.systemUTC(),
                () -> now.addAndGet(Duration.ofSeconds(1).toNanos()));
        assertThat(catchThrowableOfType(ServingException.class, () -> template.render(Map.of())))
                .hasMessageContaining("takes more than 3000 ms");
    }

    @Test
    void numbersAreOrderedOneWayOrNot() {
        String mixed = "{% set x = [9007199254740993, 9007199254740992.0, 9007199254740991, 1e300, -1e300] * 20 %}";
        assertThat(ChatTemplates.compile(mixed + "{{ x|sort|first }}")
                        .render(Map.of())
                        .plain())
                .isEqualTo("-1e+300");
        assertThat(catchThrowableOfType(
                        ServingException.class,
                        () -> ChatTemplates.compile("{{ ([1e308 * 10 - 1e308 * 10, 1, 2] * 20)|sort }}")
                                .render(Map.of())))
                .hasMessageContaining("nan has no order");
    }

    @Test
    void aSourceOfOneLongNumberIsReadWithoutRecursion() {
        String number = "1_1".repeat(40_000);
        for (String source : List.of(number, "0b" + number, "0x" + number, number + "." + number, number + "e1")) {
            ServingException failure = catchThrowableOfType(
                    ServingException.class,
                    () -> ChatTemplates.compile("{{ " + source + " * 2 }}").render(Map.of()));
            assertThat(failure == null || failure.code() == ErrorCode.TEMPLATE_FAILED)
                    .isTrue();
        }
    }
}
