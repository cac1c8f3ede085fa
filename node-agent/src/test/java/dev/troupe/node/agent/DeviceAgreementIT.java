package dev.troupe.node.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.node.engine.EngineLimits;
import dev.troupe.node.engine.RecordingSink;
import dev.troupe.node.model.TestImage;
import dev.troupe.node.model.TestSpecs;
import dev.troupe.node.residency.MemoryLimits;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.TokenEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A request gets the same events' tokens and bits on every device of the class.
class DeviceAgreementIT {
    private static final int LONG_PROMPT = 700;

    @ParameterizedTest
    @EnumSource(WeightFormat.class)
    void everyDeviceRepliesWithTheSameBits(WeightFormat format) {
        agree(TestImage.of(format, false, 7));
    }

    @ParameterizedTest
    @EnumSource(TestSpecs.class)
    void everyDeviceRepliesWithTheSameBitsForEveryFamily(TestSpecs family) {
        agree(TestImage.of(family.spec(), WeightFormat.Q8_0, family.ordinal() % 2 == 0, 8));
    }

    private static void agree(TestImage image) {
        TestRequests draw = new TestRequests(image.digest(), TestImage.spec().vocabularySize());
        List<GenerationRequest> requests = IntStream.range(0, 12)
                .mapToObj(i -> draw.draw(100 + i, i == 0 ? LONG_PROMPT : 60, 16))
                .toList();
        List<List<TokenEvent>> reference = replies(TestDevices.REFERENCE, image, requests);
        for (TestDevices device : List.of(TestDevices.GENERIC, TestDevices.fastest())) {
            assertThat(replies(device, image, requests)).as(device.name()).isEqualTo(reference);
        }
    }

    /// Tokens and terminals; how prompt scores were cut into runs is left out by joining them.
    private static List<List<TokenEvent>> replies(
            TestDevices device, TestImage image, List<GenerationRequest> requests) {
        List<List<TokenEvent>> replies = new ArrayList<>();
        EngineLimits limits = new EngineLimits(65, 64, 8, 64, 16);
        try (Node node = new Node(device.open(), image, limits, MemoryLimits.defaults())) {
            List<RecordingSink> sinks = requests.stream().map(node::submit).toList();
            for (RecordingSink sink : sinks) {
                sink.terminal();
                List<TokenEvent> events = new ArrayList<>(List.of(new TokenEvent.PromptScored(1, sink.promptScores())));
                sink.events().stream()
                        .filter(event -> !(event instanceof TokenEvent.PromptScored))
                        .forEach(events::add);
                replies.add(events);
            }
        }
        return replies;
    }
}
