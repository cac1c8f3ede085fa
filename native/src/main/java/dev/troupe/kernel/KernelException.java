package dev.troupe.kernel;

/// A device call that failed or was asked for something impossible. The message names the call and
/// its sizes.
public final class KernelException extends RuntimeException {
    public KernelException(String message) {
        super(message);
    }

    public KernelException(String message, Throwable cause) {
        super(message, cause);
    }
}
