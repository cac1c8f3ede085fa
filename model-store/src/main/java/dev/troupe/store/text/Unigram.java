package dev.troupe.store.text;

import dev.troupe.store.text.piece.Cutter;
import dev.troupe.store.text.piece.Piece;
import dev.troupe.store.text.piece.Rewriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// SentencePiece unigram: of all ways to spell a piece with tokens, the one with the greatest sum of
/// scores (Viterbi). Characters that no token spells are unknown, or spelled in bytes. Immutable.
final class Unigram implements PlainEncoder {
    /// An unknown character scores so much less than the worst token.
    private static final double PENALTY = 10;

    private final double[] scores;
    private final Rules rules;
    private final PieceTrie trie = new PieceTrie();
    private final double unknownScore;
    private final MarkedBytes bytes;

    /// @param rewriter sees a text first
    /// @param cutter cuts what that gives
    /// @param byteTokens spells what no token does
    /// @param mark what stands for a space in tokens
    record Rules(Rewriter rewriter, Cutter cutter, ByteSpelling byteTokens, String mark) {}

    /// @param scores one per token, finite; those of user-defined tokens do not count
    Unigram(Vocabulary vocabulary, double[] scores, Rules rules) {
        this.scores = scores.clone();
        this.rules = rules;
        this.bytes = new MarkedBytes(vocabulary, rules.mark());
        double worst = 0;
        for (int id = 0; id < vocabulary.size(); id++) {
            if (vocabulary.type(id) == TokenType.USER_DEFINED) {
                this.scores[id] = 0;
            }
            if (vocabulary.spells(id)) {
                worst = Math.min(worst, this.scores[id]);
                trie.put(vocabulary.token(id), id);
            }
        }
        this.unknownScore = worst - PENALTY;
    }

    @Override
    public void encode(String text, boolean first, List<Integer> target) {
        String rewritten = rules.rewriter().rewrite(text);
        if (!rewritten.isEmpty()) {
            rules.cutter().cut(Piece.whole(rewritten, first), piece -> new Lattice(piece.written()).spell(target));
        }
    }

    @Override
    public byte[] bytes(int id) {
        return bytes.of(id);
    }

    /// The best way to each place of a text.
    private final class Lattice {
        private final String text;
        private final double[] best;
        private final int[] from;
        private final int[] ids;
        private final boolean[] unknown;

        Lattice(String text) {
            this.text = text;
            this.best = new double[text.length() + 1];
            this.from = new int[text.length() + 1];
            this.ids = new int[text.length() + 1];
            this.unknown = new boolean[text.length() + 1];
            Arrays.fill(best, Double.NEGATIVE_INFINITY);
            best[0] = 0;
            for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
                goOn(at);
            }
        }

        void spell(List<Integer> target) {
            int[] ends = new int[text.length() + 1];
            int count = 0;
            for (int at = text.length(); at > 0; at = from[at]) {
                ends[count++] = at;
            }
            int unknownFrom = 0;
            for (int i = count - 1; i >= 0; i--) {
                int end = ends[i];
                if (!unknown[end]) {
                    target.add(ids[end]);
                } else if (i == 0 || !unknown[ends[i - 1]]) {
                    addUnknown(text.substring(unknownFrom, end), target);
                }
                unknownFrom = unknown[end] ? unknownFrom : end;
            }
        }

        private void goOn(int at) {
            int character = at + Character.charCount(text.codePointAt(at));
            boolean spelled = false;
            int node = PieceTrie.ROOT;
            for (int end = at; end < text.length(); ) {
                node = trie.child(node, text.charAt(end++));
                if (node == PieceTrie.ROOT) {
                    break;
                }
                if (trie.isEnd(node)) {
                    spelled |= end == character;
                    offer(at, end, best[at] + scores[trie.id(node)], Optional.of(trie.id(node)));
                }
            }
            if (!spelled) {
                offer(at, character, best[at] + unknownScore, Optional.empty());
            }
        }

        private void offer(int at, int end, double score, Optional<Integer> id) {
            if (score > best[end]) {
                best[end] = score;
                from[end] = at;
                unknown[end] = id.isEmpty();
                ids[end] = id.orElse(0);
            }
        }

        private void addUnknown(String run, List<Integer> target) {
            Optional<int[]> spelled = rules.byteTokens().ids(run);
            if (spelled.isPresent()) {
                Arrays.stream(spelled.get()).forEach(target::add);
            } else {
                rules.byteTokens().unknown().ifPresent(target::add);
            }
        }
    }
}
