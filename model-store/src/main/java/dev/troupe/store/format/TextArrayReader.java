package dev.troupe.store.format;

import dev.troupe.store.format.MetadataValue.TextArray;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Reads an array of strings into one run of bytes: a vocabulary of 300,000 pieces as objects would
/// cost ten times its file.
final class TextArrayReader {
    private static final int FIRST_BYTES = 4096;
    private static final int CHECK_CHARS = 1024;

    private final HeaderReader header;
    private final int stringLimit;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final CharBuffer scratch = CharBuffer.allocate(CHECK_CHARS);
    private byte[] bytes = new byte[FIRST_BYTES];
    private int used;

    TextArrayReader(HeaderReader header, int stringLimit) {
        this.header = header;
        this.stringLimit = stringLimit;
    }

    TextArray read(int length, String place) throws IOException {
        header.need((long) length * Long.BYTES, place);
        int[] ends = new int[length];
        for (int i = 0; i < length; i++) {
            readElement(new Element(place, i));
            ends[i] = used;
        }
        return new TextArray(Arrays.copyOf(bytes, used), ends);
    }

    private void readElement(Element element) throws IOException {
        int length = header.readCount(element, "stringBytes", stringLimit);
        header.need(length, element);
        if (length > bytes.length - used) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, used + length));
        }
        header.readBytes(bytes, used, length, element);
        checkUtf8(length, element);
        used += length;
    }

    private void checkUtf8(int length, Element element) {
        ByteBuffer text = ByteBuffer.wrap(bytes, used, length);
        decoder.reset();
        CoderResult result = CoderResult.OVERFLOW;
        while (result.isOverflow()) {
            result = decoder.decode(text, scratch.clear(), true);
        }
        if (result.isError()) {
            throw header.fault(element, "is not UTF-8");
        }
    }

    /// Becomes text only in an error.
    private record Element(String array, int index) {
        @Override
        public String toString() {
            return array + " element " + index;
        }
    }
}
