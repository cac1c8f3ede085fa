package dev.troupe.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RawReplyTest {
    private static final String HEAD = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    private static final String OPENING = "data: {\"choices\":[{\"delta\":{\"content\":\"\"}}]}\n\n";
    private static final String TEXT = "id: 1\ndata: {\"choices\":[{\"delta\":{\"content\":\"Hé\"}}]}\n\n";
    private static final String END = "data: {\"choices\":[],\"usage\":{\"completion_tokens\":1}}\n\ndata: [DONE]\n\n";

    @Test
    void the_first_token_counts_when_its_last_byte_is_there() {
        String first = HEAD + chunk(OPENING);
        String second = chunk(TEXT);
        String third = chunk(END) + "0\r\n\r\n";
        Answer answer = RawReply.answer(
                bytes(first + second + third),
                List.of(
                        new RawReply.Arrival(bytes(first).length, 200),
                        new RawReply.Arrival(bytes(first + second).length - 20, 300),
                        new RawReply.Arrival(bytes(first + second).length, 400),
                        new RawReply.Arrival(bytes(first + second + third).length, 500)),
                100);
        assertThat(answer).isEqualTo(new Answer.Served("Hé", 1, 1, 100, 400, 500));
        assertThat(((Answer.Served) answer).timeToFirst()).isEqualTo(Duration.ofNanos(300));
    }

    @Test
    void events_may_share_a_chunk_and_a_line_may_lie_in_two() {
        String all = OPENING + TEXT + END;
        String raw = HEAD + chunk(all.substring(0, 20)) + chunk(all.substring(20)) + "0\r\n\r\n";
        Answer answer = RawReply.answer(bytes(raw), List.of(new RawReply.Arrival(bytes(raw).length, 7)), 2);
        assertThat(answer).isEqualTo(new Answer.Served("Hé", 1, 1, 2, 7, 7));
    }

    @Test
    void gw07_the_answer_is_the_same_however_the_bytes_are_sliced() {
        String all = ": ping\n" + OPENING + TEXT + END;
        byte[] bytes = bytes(all);
        for (int slice = 1; slice <= bytes.length; slice++) {
            ByteArrayOutputStream raw = new ByteArrayOutputStream();
            raw.writeBytes(bytes(HEAD));
            for (int from = 0; from < bytes.length; from += slice) {
                int length = Math.min(slice, bytes.length - from);
                raw.writeBytes(bytes(Integer.toHexString(length) + "\r\n"));
                raw.write(bytes, from, length);
                raw.writeBytes(bytes("\r\n"));
            }
            raw.writeBytes(bytes("0\r\n\r\n"));
            Answer answer = RawReply.answer(raw.toByteArray(), List.of(new RawReply.Arrival(raw.size(), 7)), 2);
            assertThat(answer).as("chunks of " + slice).isEqualTo(new Answer.Served("Hé", 1, 1, 2, 7, 7));
        }
    }

    @Test
    void what_is_no_chunked_reply_is_broken() {
        String raw = HEAD + "zz\r\n";
        Answer answer = RawReply.answer(bytes(raw), List.of(new RawReply.Arrival(bytes(raw).length, 7)), 2);
        assertThat(answer).isInstanceOf(Answer.Broken.class);
    }

    private static String chunk(String text) {
        return Integer.toHexString(bytes(text).length) + "\r\n" + text + "\r\n";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
