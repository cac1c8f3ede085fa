package dev.troupe.store.text;

import java.nio.charset.StandardCharsets;

/// The bytes of tokens that write spaces with a mark and single bytes like `<0x0A>`.
record MarkedBytes(Vocabulary vocabulary, String mark) {
    byte[] of(int id) {
        if (vocabulary.type(id) == TokenType.BYTE) {
            return new byte[] {
                (byte) (int) ByteToken.value(vocabulary.token(id)).orElseThrow()
            };
        }
        return vocabulary.token(id).replace(mark, " ").getBytes(StandardCharsets.UTF_8);
    }
}
