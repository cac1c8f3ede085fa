package dev.troupe.bench.http;

import java.util.List;

/// How often one server's replies differed from those it gave alone.
///
/// @param again differing replies among `requests` asked a second time, alone
/// @param together differing replies among two times `requests` asked at once
record CrowdResult(String server, int requests, int again, int together) {
    /// Replies that differ in text from what they should be.
    ///
    /// @param expected in the order of `replies`
    static int differing(List<String> expected, List<String> replies) {
        int count = 0;
        for (int i = 0; i < expected.size(); i++) {
            count += expected.get(i).equals(replies.get(i)) ? 0 : 1;
        }
        return count;
    }

    boolean isExact() {
        return again + together == 0;
    }
}
