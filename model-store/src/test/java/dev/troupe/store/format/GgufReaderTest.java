package dev.troupe.store.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.source.MemoryBytes;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.source.TensorData;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class GgufReaderTest {
    @Test
    void metadataComesBackAsItWasWritten() {
        GgufMetadata metadata = GgufFiles.read(GgufFiles.small()).metadata();
        assertThat(metadata.string("general.architecture")).contains("llama");
        assertThat(metadata.integer("count", 0, 10)).hasValue(7);
        assertThat(metadata.number("ratio")).hasValue(0.5);
        assertThat(metadata.bool("yes")).contains(true);
        assertThat(metadata.strings("tokens")).contains(List.of("a", "", "ĠÄ€"));
        assertThat(metadata.ints("types").orElseThrow()).containsExactly(1, -3);
        assertThat(metadata.floats("scores").orElseThrow()).containsExactly(0.25f, -1f);
        assertThat(metadata.string("absent")).isEmpty();
        assertThat(metadata.keys()).hasSize(7).startsWith("general.architecture");
    }

    @Test
    void tensorsComeBackAsTheyWereWritten() throws Exception {
        byte[] content = GgufFiles.small();
        GgufFile file = GgufFiles.read(content);
        assertThat(file.tensors().keySet()).containsExactly("norm", "half", "groups");
        SourceTensor groups = file.tensor("groups").orElseThrow();
        assertThat(groups.format()).isEqualTo(WeightFormat.Q4_1);
        assertThat(groups.dimensions()).containsExactly(64L, 2L);
        assertThat(groups.bytes()).isEqualTo(80);
        ByteBuffer target = ByteBuffer.allocate(70);
        try (TensorData data = MemoryBytes.data(content)) {
            data.read(groups, 10, target);
        }
        assertThat(target.array()).startsWith(10, 11, 12).endsWith(79);
    }

    @Test
    void valuesOfAnotherTypeAreRefusedByKeyAndType() {
        GgufMetadata metadata = GgufFiles.read(GgufFiles.small()).metadata();
        assertThatThrownBy(() -> metadata.string("count"))
                .hasMessage("small.gguf: key 'count': is a value of type UINT32; a string is needed");
        assertThatThrownBy(() -> metadata.integer("ratio", 0, 1)).hasMessageContaining("FLOAT32");
        assertThatThrownBy(() -> metadata.ints("scores")).hasMessageContaining("an array of 2 FLOAT32");
        assertThatThrownBy(() -> metadata.strings("types")).hasMessageContaining("an array of 2 INT32");
        assertThatThrownBy(() -> metadata.bool("tokens")).hasMessageContaining("an array of 3 strings");
        assertThatThrownBy(() -> metadata.integer("count", 0, 6))
                .hasMessage("small.gguf: key 'count': is 7; allowed is 0 to 6");
        assertThatThrownBy(() -> metadata.requireString("absent"))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_MODEL_FILE))
                .hasMessage("small.gguf: key 'absent': is missing");
    }
}
