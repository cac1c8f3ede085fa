package dev.troupe.node.residency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceStackTest {
    private final List<Integer> closed = new ArrayList<>();
    private final ResourceStack stack = new ResourceStack();

    @Test
    void theLastIsClosedFirstAndEachOnce() {
        own(1);
        own(2);
        stack.close();
        stack.close();
        assertThat(closed).containsExactly(2, 1);
    }

    @Test
    void oneThatCannotCloseDoesNotKeepTheOthersOpen() {
        own(1);
        stack.own((AutoCloseable) () -> {
            throw new IllegalStateException("stuck");
        });
        own(3);
        assertThatThrownBy(stack::close).hasRootCauseMessage("stuck");
        assertThat(closed).containsExactly(3, 1);
    }

    private void own(int number) {
        stack.own((AutoCloseable) () -> closed.add(number));
    }
}
