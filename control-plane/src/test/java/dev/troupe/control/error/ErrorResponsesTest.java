package dev.troupe.control.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.fake.Plans;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import org.junit.jupiter.api.Test;

final class ErrorResponsesTest {
    @Test
    void theEnvelopeHasAlwaysTheSameFourFields() {
        assertThat(Plans.text(ErrorResponses.body(ServingException.of(ErrorCode.INVALID_REQUEST, "n", "n is \"2\""))))
                .isEqualTo("{\"error\":{\"message\":\"n is \\\"2\\\"\",\"type\":\"invalid_request_error\","
                        + "\"param\":\"n\",\"code\":\"invalid_request\"}}");
        assertThat(Plans.text(ErrorResponses.body(ServingException.of(ErrorCode.OVERLOADED, "full"))))
                .isEqualTo("{\"error\":{\"message\":\"full\",\"type\":\"overloaded_error\",\"param\":null,"
                        + "\"code\":\"overloaded\"}}");
    }
}
