package dev.troupe.node.ledger;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;

/// The ledger's answer.
public sealed interface Grant {
    record Leased(Lease lease) implements Grant {}

    /// Others hold what is missing; it may fit later.
    record NotNow(String owner, long askedBytes, long freeBytes, long capacityBytes) implements Grant {}

    /// It does not fit the device even when it is empty.
    record Never(String owner, long askedBytes, long capacityBytes) implements Grant {}

    /// @throws ServingException `OUT_OF_MEMORY` with the numbers
    default Lease leaseOrThrow() {
        return switch (this) {
            case Leased(Lease lease) -> lease;
            case NotNow(String owner, long asked, long free, long capacity) ->
                throw outOfMemory(owner + " needs " + asked + " bytes; " + free + " of " + capacity + " are free");
            case Never(String owner, long asked, long capacity) ->
                throw outOfMemory(owner + " needs " + asked + " bytes; the device has " + capacity + " in all");
        };
    }

    private static ServingException outOfMemory(String message) {
        return ServingException.of(ErrorCode.OUT_OF_MEMORY, message);
    }
}
