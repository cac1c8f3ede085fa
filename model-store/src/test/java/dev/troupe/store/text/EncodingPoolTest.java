package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class EncodingPoolTest {

    @Test
    void workRunsOnNamedPlatformThreads() {
        try (EncodingPool pool = new EncodingPool(1, 1)) {
            Thread thread = pool.call(Thread::currentThread);
            assertThat(thread.isVirtual()).isFalse();
            assertThat(thread.getName()).isEqualTo("encoding-1");
        }
    }

    @Test
    void oneMoreThanMayWaitIsRefusedAsOverload() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (EncodingPool pool = new EncodingPool(1, 1);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> running = callers.submit(() -> pool.call(() -> {
                started.countDown();
                release.await();
                return "done";
            }));
            started.await();
            CompletableFuture<ServingException> refused = new CompletableFuture<>();
            for (int i = 0; i < 2; i++) {
                callers.execute(() -> {
                    try {
                        pool.call(() -> "waited");
                    } catch (ServingException e) {
                        refused.complete(e);
                    }
                });
            }
            assertThat(refused.get().code()).isEqualTo(ErrorCode.OVERLOADED);
            release.countDown();
            assertThat(running.get()).isEqualTo("done");
        }
    }

    @Test
    void whatWorkThrowsReachesTheCaller() {
        try (EncodingPool pool = new EncodingPool(1, 1)) {
            ServingException known = ServingException.of(ErrorCode.INVALID_REQUEST, "no");
            assertThatThrownBy(() -> pool.call(() -> {
                        throw known;
                    }))
                    .isSameAs(known);
            assertThatThrownBy(() -> pool.call(() -> {
                        throw new IllegalArgumentException("odd");
                    }))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aClosedPoolSaysThatItShutsDown() {
        EncodingPool pool = new EncodingPool(1, 1);
        pool.close();
        ServingException refused = catchThrowableOfType(ServingException.class, () -> pool.call(() -> "late"));
        assertThat(refused.code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
    }

    @Test
    void aPoolWithoutThreadsOrRoomIsRefused() {
        assertThatThrownBy(() -> new EncodingPool(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new EncodingPool(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
