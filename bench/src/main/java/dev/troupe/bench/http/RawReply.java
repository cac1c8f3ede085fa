package dev.troupe.bench.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The bytes of a chunked HTTP/1.1 response, made into lines with the times of their arrival. Pure.
final class RawReply {
    private static final int HEX = 16;
    private static final byte[] BREAK = {'\r', '\n'};

    private final byte[] bytes;
    private final List<Arrival> arrivals;
    private final List<Answer.Line> lines = new ArrayList<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int arrival;

    private RawReply(byte[] bytes, List<Arrival> arrivals) {
        this.bytes = bytes;
        this.arrivals = arrivals;
    }

    /// The first `bytes` of a response were there at `nanos`.
    record Arrival(int bytes, long nanos) {}

    /// @param bytes up to the end of the last chunk
    /// @param start when it was asked for
    static Answer answer(byte[] bytes, List<Arrival> arrivals, long start) {
        try {
            return Answer.of(new RawReply(bytes, arrivals).lines(), start);
        } catch (IllegalArgumentException e) {
            return new Answer.Broken(e.getMessage());
        }
    }

    private List<Answer.Line> lines() {
        int at = headEnd();
        while (true) {
            int lengthEnd = find(BREAK, at);
            int length = Integer.parseInt(new String(bytes, at, lengthEnd - at, StandardCharsets.US_ASCII), HEX);
            if (length == 0) {
                return lines;
            }
            at = lengthEnd + BREAK.length;
            chunk(at, at + length);
            at += length + BREAK.length;
        }
    }

    private int headEnd() {
        byte[] empty = {'\r', '\n', '\r', '\n'};
        return find(empty, 0) + empty.length;
    }

    private void chunk(int from, int to) {
        while (arrivals.get(arrival).bytes() < to) {
            arrival++;
        }
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                take(arrivals.get(arrival).nanos());
            } else {
                line.write(bytes[i]);
            }
        }
    }

    private void take(long nanos) {
        if (line.size() > 0) {
            lines.add(new Answer.Line(line.toString(StandardCharsets.UTF_8), nanos));
            line.reset();
        }
    }

    private int find(byte[] wanted, int from) {
        for (int i = from; i + wanted.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        throw new IllegalArgumentException(
                "a response of " + bytes.length + " bytes has no end of a line after byte " + from);
    }
}
