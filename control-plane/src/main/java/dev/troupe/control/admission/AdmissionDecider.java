package dev.troupe.control.admission;

import dev.troupe.control.limits.OverloadLimits;
import java.time.Duration;
import java.util.Optional;

/// Decides whether a request may come in, before any work is done for it. Pure.
///
/// @param maxReplies made at once
record AdmissionDecider(int maxReplies, OverloadLimits limits) {
    /// What is to be done with a request.
    sealed interface Decision {
        record Admit() implements Decision {}

        record Refuse(RefusalReason reason, String message) implements Decision {}
    }

    Decision decide(AdmissionView view, Ask ask) {
        if (view.replies() + ask.replies() > maxReplies) {
            return new Decision.Refuse(
                    RefusalReason.REPLIES,
                    view.replies() + " replies are being made and " + ask.replies() + " more are asked for; at most "
                            + maxReplies + " are made at once");
        }
        Optional<Duration> wait = wait(view);
        if (isLonger(wait, limits.maxPredictedWait())) {
            return refuse(RefusalReason.WAIT, view, wait.orElseThrow(), "the limit is", limits.maxPredictedWait());
        }
        if (ask.deadline().isPresent() && isLonger(wait, ask.deadline().get())) {
            return refuse(
                    RefusalReason.DEADLINE,
                    view,
                    wait.orElseThrow(),
                    "X-Request-Deadline-Ms is",
                    ask.deadline().get());
        }
        return new Decision.Admit();
    }

    /// How long the node's queue takes, at the pace so far.
    private static Optional<Duration> wait(AdmissionView view) {
        return view.pace().map(pace -> pace.timeFor(view.nodeWaiting(), view.nodeRunning()));
    }

    private static boolean isLonger(Optional<Duration> wait, Duration limit) {
        return wait.filter(predicted -> predicted.compareTo(limit) > 0).isPresent();
    }

    private static Decision refuse(
            RefusalReason reason, AdmissionView view, Duration wait, String limited, Duration limit) {
        return new Decision.Refuse(
                reason,
                view.nodeWaiting() + " replies wait for their turn, which is predicted to take " + wait.toMillis()
                        + " ms; " + limited + " " + limit.toMillis() + " ms");
    }
}
