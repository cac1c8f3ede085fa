package dev.troupe.node.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.node.residency.ServedModel;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.Penalties;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.ServingTarget;
import dev.troupe.protocol.generate.StopTokens;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequestDoorTest {
    private static final Digest MODEL = new Digest("sha256:" + "a".repeat(64));
    private static final ServedModel SERVED = new ServedModel(100, 64, 3);

    private final RequestDoor door = new RequestDoor("portable-1");

    @Test
    void whatFitsPasses() {
        door.check(request(Collections.nCopies(40, 99), 8, List.of(0, 99)), 1, SERVED);
    }

    @Test
    void anotherNumericsClassIsAnotherTarget() {
        GenerationRequest other = new GenerationRequest(
                "r",
                new ServingTarget(MODEL, "x86-bf16-1"),
                Optional.empty(),
                List.of(1),
                1,
                StopTokens.of(List.of()),
                SamplingParams.greedy(),
                Scoring.none());
        assertRefused(other, 1, ErrorCode.MODEL_NOT_FOUND, "gives portable-1, the request wants x86-bf16-1");
    }

    @Test
    void idsBeyondTheVocabularyAreNamedWithTheirPlace() {
        assertRefused(request(List.of(1, 100), 1, List.of()), 1, ErrorCode.INVALID_REQUEST, "promptTokens[1] is 100");
        assertRefused(request(List.of(-1), 1, List.of()), 1, ErrorCode.INVALID_REQUEST, "is -1; allowed is 0 to 99");
        assertRefused(request(List.of(1), 1, List.of(7, 100)), 1, ErrorCode.INVALID_REQUEST, "stopTokens[1] is 100");
    }

    @Test
    void moreStopTokensThanARowHasRoomForAreRefused() {
        door.check(request(List.of(1), 1, Collections.nCopies(StopTokens.MAX_IDS, 3)), 1, SERVED);
        assertRefused(
                request(List.of(1), 1, Collections.nCopies(StopTokens.MAX_IDS + 1, 3)),
                1,
                ErrorCode.INVALID_REQUEST,
                "stopTokens has 257 ids; at most 256");
    }

    @Test
    void aBiasBeyondTheVocabularyIsNamed() {
        for (int id : new int[] {-1, 100}) {
            GenerationRequest request = new GenerationRequest(
                    "r",
                    new ServingTarget(MODEL, "portable-1"),
                    Optional.empty(),
                    List.of(1),
                    1,
                    StopTokens.of(List.of()),
                    new SamplingParams(0f, 0, 1f, 0f, 0L, Penalties.none(), Map.of(id, 1f, 99, 1f)),
                    Scoring.none());
            assertRefused(
                    request, 1, ErrorCode.INVALID_REQUEST, "logitBias names token " + id + "; allowed is 0 to 99");
        }
    }

    @Test
    void tooLongForTheModelIsToldWithAllNumbers() {
        assertRefused(
                request(Collections.nCopies(40, 1), 25, List.of()),
                1,
                ErrorCode.CONTEXT_LENGTH_EXCEEDED,
                "40 prompt tokens and 25 to generate make 65; the model's limit here is 64");
    }

    @Test
    void aSumBeyondAnIntIsStillCounted() {
        assertRefused(
                request(Collections.nCopies(40, 1), Integer.MAX_VALUE, List.of()),
                1,
                ErrorCode.CONTEXT_LENGTH_EXCEEDED,
                "make 2147483687");
    }

    @Test
    void moreBlocksThanThePoolMayHoldIsToldWithTheNumbers() {
        assertRefused(
                request(Collections.nCopies(40, 1), 9, List.of()),
                1,
                ErrorCode.OUT_OF_MEMORY,
                "need 4 KV blocks; this node can give 3");
    }

    @Test
    void withoutCreditNothingStarts() {
        assertRefused(request(List.of(1), 1, List.of()), 0, ErrorCode.INVALID_REQUEST, "initialCredit is 0");
    }

    private void assertRefused(GenerationRequest request, int credit, ErrorCode code, String part) {
        assertThatThrownBy(() -> door.check(request, credit, SERVED))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(part);
    }

    private static GenerationRequest request(List<Integer> prompt, int maxTokens, List<Integer> stops) {
        return new GenerationRequest(
                "r",
                new ServingTarget(MODEL, "portable-1"),
                Optional.empty(),
                prompt,
                maxTokens,
                StopTokens.of(stops),
                SamplingParams.greedy(),
                Scoring.none());
    }
}
