package dev.troupe.bench.workload;

import dev.troupe.protocol.generate.CacheDomain;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.ServingTarget;
import java.util.Optional;

/// One request of a run.
///
/// @param number from 0, unique in the run
/// @param domain whose cache it shares; must not change one bit of the reply
public record Ask(int number, Question question, Caller caller, Optional<CacheDomain> domain) {
    public String id() {
        return "ask-" + number;
    }

    public GenerationRequest toRequest(ServingTarget target) {
        return question.toRequest(id(), target, domain);
    }
}
