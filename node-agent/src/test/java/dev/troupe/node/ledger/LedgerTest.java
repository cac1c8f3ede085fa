package dev.troupe.node.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private final Ledger ledger = new Ledger(1000);

    @Test
    void whatDoesNotFitNowMayFitLaterAndWhatDoesNotFitAtAllNeverWill() {
        Lease weights = lease(ledger.reserve("a", Ledger.Kind.WEIGHTS, 700));
        assertThat(ledger.reserve("b", Ledger.Kind.KV, 301)).isEqualTo(new Grant.NotNow("b", 301, 300, 1000));
        assertThat(ledger.reserve("b", Ledger.Kind.KV, 1001)).isEqualTo(new Grant.Never("b", 1001, 1000));
        weights.close();
        assertThat(ledger.reserve("b", Ledger.Kind.KV, 301)).isInstanceOf(Grant.Leased.class);
    }

    @Test
    void aRefusalNamesTheNumbers() {
        lease(ledger.reserve("a", Ledger.Kind.WEIGHTS, 700));
        assertThatThrownBy(() -> ledger.reserve("model x", Ledger.Kind.KV, 301).leaseOrThrow())
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY))
                .hasMessage("model x needs 301 bytes; 300 of 1000 are free");
    }

    @Test
    void closingALeaseTwiceGivesItsBytesBackOnce() {
        Lease first = lease(ledger.reserve("a", Ledger.Kind.KV, 400));
        lease(ledger.reserve("b", Ledger.Kind.KV, 400));
        first.close();
        first.close();
        assertThat(ledger.usedBytes(Ledger.Kind.KV)).isEqualTo(400);
        ledger.checkIntegrity();
    }

    @Property(tries = 50)
    void anyOrderOfLeasesAddsUpAndEndsAtZero(@ForAll long seed) {
        Random random = new Random(seed);
        Ledger any = new Ledger(1 + random.nextInt(5000));
        List<Lease> open = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Ledger.Kind kind = Ledger.Kind.values()[random.nextInt(Ledger.Kind.values().length)];
            if (random.nextBoolean() || open.isEmpty()) {
                if (any.reserve("x", kind, 1 + random.nextInt(800)) instanceof Grant.Leased(Lease lease)) {
                    open.add(lease);
                }
            } else {
                open.remove(random.nextInt(open.size())).close();
            }
            any.checkIntegrity();
        }
        open.forEach(Lease::close);
        assertThat(any.usedBytes()).isZero();
    }

    private static Lease lease(Grant grant) {
        return ((Grant.Leased) grant).lease();
    }
}
