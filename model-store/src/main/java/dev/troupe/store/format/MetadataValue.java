package dev.troupe.store.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/// One metadata value. Arrays stay in the file's own bytes and are decoded when they are asked for:
/// a header cannot make the heap grow much beyond its own size.
sealed interface MetadataValue {
    /// What the value is, for errors.
    String describe();

    record Text(String text) implements MetadataValue {
        @Override
        public String describe() {
            return "a string";
        }
    }

    /// A number or a boolean.
    record Scalar(ValueType type, byte[] bytes) implements MetadataValue {
        @Override
        public String describe() {
            return "a value of type " + type;
        }

        long integer() {
            return Numbers.integer(type, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
        }

        double number() {
            return Numbers.number(type, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    record NumberArray(ValueType type, int length, byte[] bytes) implements MetadataValue {
        @Override
        public String describe() {
            return "an array of " + length + " " + type;
        }

        ByteBuffer values() {
            return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /// @param ends one entry per string: where it ends in `bytes`; it starts where the one before
    ///     ends
    record TextArray(byte[] bytes, int[] ends) implements MetadataValue {
        @Override
        public String describe() {
            return "an array of " + ends.length + " strings";
        }

        List<String> texts() {
            return new TextList(this);
        }

        String text(int index) {
            int start = index == 0 ? 0 : ends[index - 1];
            return new String(bytes, start, ends[index] - start, StandardCharsets.UTF_8);
        }
    }

    /// Decodes each string when it is asked for.
    final class TextList extends AbstractList<String> implements RandomAccess {
        private final TextArray array;

        TextList(TextArray array) {
            this.array = array;
        }

        @Override
        public String get(int index) {
            return array.text(index);
        }

        @Override
        public int size() {
            return array.ends().length;
        }
    }
}
