package dev.troupe.kernel.layout;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Four bytes at a time.
final class Fours {
    /// The low bit of each byte.
    static final int BITS = 0x01010101;

    static final int NIBBLES = 0x0f0f0f0f;
    /// The two low bits of each byte.
    static final int PAIRS = 0x03030303;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    /// Brings bit i of a factor's low four to bit 0 of byte i.
    private static final int SPREAD = 0x00204081;
    /// Brings bit 0 of byte i to bit 24 + i.
    private static final int GATHER = 0x01020408;

    private Fours() {}

    static int get(byte[] from, int at) {
        return (int) INT.get(from, at);
    }

    static void put(byte[] to, int at, int four) {
        INT.set(to, at, four);
    }

    /// Sets further bits of four bytes.
    static void add(byte[] to, int at, int bits) {
        INT.set(to, at, (int) INT.get(to, at) | bits);
    }

    /// Bit i of the low four becomes the low bit of byte i.
    static int spread(int bits) {
        return (bits & 15) * SPREAD & BITS;
    }

    /// The low bit of byte i becomes bit i.
    static int gather(int bytes) {
        return (bytes & BITS) * GATHER >>> 24 & 15;
    }
}
