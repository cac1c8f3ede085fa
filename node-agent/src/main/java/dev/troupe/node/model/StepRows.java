package dev.troupe.node.model;

/// Rows of one step.
///
/// @param all rows that go through the model
/// @param asked those among them that need logits
record StepRows(int all, int asked) {
    StepRows {
        if (asked < 0 || asked > all) {
            throw new IllegalArgumentException(asked + " rows with logits of " + all);
        }
    }

    boolean areAllAsked() {
        return asked == all;
    }
}
