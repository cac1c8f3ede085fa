package dev.troupe.control.catalog;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Names that someone may have meant: small edit distance, or one begins with the other.
final class NearNames {
    private static final int MOST = 3;
    private static final int MAX_DISTANCE = 3;

    private NearNames() {}

    static List<String> of(String asked, Collection<String> known) {
        return known.stream()
                .filter(name -> isNear(asked, name))
                .sorted(Comparator.comparingInt((String name) -> distance(fold(asked), fold(name)))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST)
                .toList();
    }

    private static boolean isNear(String asked, String name) {
        String a = withoutTag(fold(asked));
        String b = withoutTag(fold(name));
        return a.startsWith(b) || b.startsWith(a) || distance(a, b) <= Math.min(MAX_DISTANCE, b.length() / 2);
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static String withoutTag(String name) {
        int colon = name.indexOf(':');
        return colon < 0 ? name : name.substring(0, colon);
    }

    /// Levenshtein distance; names are short, so the square is small.
    static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replace, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
