package dev.troupe.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AnswerTest {
    private static final String ROLE = "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null}}]}";
    private static final String HELLO = "data: {\"choices\":[{\"delta\":{\"content\":\"Hel\"}}]}";
    private static final String WORLD = "data: {\"choices\":[{\"delta\":{\"content\":\"lo\"}}]}";
    private static final String USAGE = "data: {\"choices\":[],\"usage\":{\"completion_tokens\":2}}";
    private static final String DONE = "data: [DONE]";

    @Test
    void aWholeStreamIsServedAndTimedFromItsFirstText() {
        assertThat(read(ROLE, ": ping", HELLO, WORLD, USAGE, DONE))
                .isEqualTo(new Answer.Served("Hello", 2, 2, 0, 3, 6));
    }

    @Test
    void aStreamWithoutItsEndIsBroken() {
        assertThat(read(ROLE, HELLO, USAGE)).isInstanceOf(Answer.Broken.class);
        assertThat(read()).isInstanceOf(Answer.Broken.class);
    }

    @Test
    void anErrorInAStreamIsBrokenWhateverFollows() {
        assertThat(read(HELLO, "data: {\"error\":{\"code\":\"internal_error\"}}", DONE))
                .isEqualTo(new Answer.Broken("{\"code\":\"internal_error\"}"));
        assertThat(read("data: oops", DONE)).isInstanceOf(Answer.Broken.class);
        assertThat(read(HELLO, DONE)).isInstanceOf(Answer.Broken.class);
    }

    @Test
    void refusalsCountOnlyWithTheTimeToComeAgain() {
        Answer served = read(HELLO, USAGE, DONE);
        Answer polite = new Answer.Refused(429, OptionalInt.of(1), "");
        assertThat(LoadTally.of(List.of(served, polite, polite))).isEqualTo(new LoadTally(1, 2, 0, 0));
        assertThat(LoadTally.of(List.of(served, polite)).isOrderly()).isTrue();
        assertThat(LoadTally.of(List.of(served, new Answer.Refused(503, OptionalInt.empty(), "")))
                        .isOrderly())
                .isFalse();
        assertThat(LoadTally.of(List.of(served, new Answer.Refused(500, OptionalInt.of(1), "")))
                        .isOrderly())
                .isFalse();
        assertThat(LoadTally.of(List.of(served, new Answer.Broken("reset"))).isOrderly())
                .isFalse();
        assertThat(LoadTally.of(List.of(polite)).isOrderly()).isFalse();
    }

    @Test
    void repliesAreComparedOneByOne() {
        assertThat(CrowdResult.differing(List.of("a", "b", "c"), List.of("a", "c", "b")))
                .isEqualTo(2);
        assertThat(new CrowdResult("troupe", 3, 0, 0).isExact()).isTrue();
        assertThat(new CrowdResult("troupe", 3, 0, 1).isExact()).isFalse();
    }

    /// Line n arrives at nanosecond n, from 1 on.
    private static Answer read(String... lines) {
        List<Answer.Line> timed = new ArrayList<>();
        for (String line : lines) {
            timed.add(new Answer.Line(line, timed.size() + 1));
        }
        return Answer.of(timed, 0);
    }
}
