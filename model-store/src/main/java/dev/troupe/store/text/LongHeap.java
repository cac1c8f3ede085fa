package dev.troupe.store.text;

import java.util.Arrays;

/// Numbers of which the smallest comes first. Not thread-safe.
final class LongHeap {
    private long[] values;
    private int size;

    LongHeap(int capacity) {
        this.values = new long[Math.max(16, capacity)];
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        int at = size++;
        while (at > 0 && values[(at - 1) / 2] > value) {
            values[at] = values[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        values[at] = value;
    }

    /// The heap is not empty.
    long poll() {
        long first = values[0];
        long last = values[--size];
        int at = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && values[child + 1] < values[child]) {
                child++;
            }
            if (values[child] >= last) {
                break;
            }
            values[at] = values[child];
            at = child;
            child = 2 * at + 1;
        }
        values[at] = last;
        return first;
    }
}
