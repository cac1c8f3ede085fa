package dev.troupe.kernel.layout;

/// Groups of 32 with one scale: fp16 factors, then a fifth bit of each quant where there is one,
/// then bytes or pairs of nibbles.
record SimpleGroups(WeightFormat format) implements GroupCodec {
    private static final int GROUP = 32;
    private static final int PAIR = GROUP / 2;
    /// Quants of Q8_0 are signed; panels hold them 128 higher.
    private static final int SIGNS = 0x80808080;

    @Override
    public int halves() {
        return format.hasMinimum() ? 2 : 1;
    }

    @Override
    public int factors() {
        return 0;
    }

    @Override
    public int four(byte[] file, int group, int element) {
        if (format == WeightFormat.Q8_0) {
            return Fours.get(file, group + quants() + element) ^ SIGNS;
        }
        int pairs = Fours.get(file, group + quants() + element % PAIR);
        int four = pairs >>> (element < PAIR ? 0 : 4) & Fours.NIBBLES;
        return hasFifth() ? four | Fours.spread(Fours.get(file, group + fifth()) >>> element) << 4 : four;
    }

    @Override
    public void putFour(byte[] file, int group, int element, int four) {
        if (format == WeightFormat.Q8_0) {
            Fours.put(file, group + quants() + element, four ^ SIGNS);
            return;
        }
        int nibbles = (four & Fours.NIBBLES) << (element < PAIR ? 0 : 4);
        Fours.add(file, group + quants() + element % PAIR, nibbles);
        if (hasFifth()) {
            Fours.add(file, group + fifth(), Fours.gather(four >>> 4) << element);
        }
    }

    @Override
    public int half(int index) {
        return index * Short.BYTES;
    }

    @Override
    public byte factor(byte[] file, int group, int index) {
        throw new IllegalArgumentException(format + " has no small factors");
    }

    @Override
    public void putFactor(byte[] file, int group, int index, byte factor) {
        throw new IllegalArgumentException(format + " has no small factors");
    }

    private boolean hasFifth() {
        return format == WeightFormat.Q5_0 || format == WeightFormat.Q5_1;
    }

    private int fifth() {
        return halves() * Short.BYTES;
    }

    private int quants() {
        return halves() * Short.BYTES + (hasFifth() ? Integer.BYTES : 0);
    }
}
