package dev.troupe.store.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.store.text.TokenizerFile.Pair;
import dev.troupe.store.text.piece.Cutter;
import dev.troupe.store.text.piece.Rewriter;
import java.util.List;
import java.util.OptionalInt;

/// Builds the encoder that a vocabulary's file describes.
record FolderSpelling(TokenizerFile file, TextLimits limits) {
    private static final String MARK = "▁";
    private static final List<String> KINDS = List.of("BPE", "Unigram");

    /// What the file says of its kind; older files do not.
    String kind() {
        JsonNode type = file.model().path("type");
        String kind = type.asText(file.scores().isEmpty() ? "BPE" : "Unigram");
        if (!KINDS.contains(kind)) {
            throw file.fault().unknown("model.type", type, KINDS);
        }
        return kind;
    }

    boolean hasByteTokens() {
        return file.model().path("byte_fallback").asBoolean();
    }

    OptionalInt unknown(List<String> tokens) {
        JsonNode id = file.model().path("unk_id");
        if (id.isIntegralNumber() && kind().equals("Unigram")) {
            if (!id.canConvertToInt() || id.asInt() < 0 || id.asInt() >= tokens.size()) {
                throw file.fault().at("model.unk_id", "is " + id + "; allowed is 0 to " + (tokens.size() - 1));
            }
            return OptionalInt.of(id.asInt());
        }
        int found = tokens.indexOf(file.model().path("unk_token").asText(""));
        return found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
    }

    PlainEncoder encoder(Vocabulary vocabulary, OptionalInt unknown) {
        checkOptions();
        Rewriter rewriter =
                new RewriterReader(file.fault(), limits).read(file.parts().path("normalizer"), "normalizer");
        JsonNode pre = file.parts().path("pre_tokenizer");
        Cutter cutter = new CutterReader(file.fault(), limits).read(pre, "pre_tokenizer");
        boolean wholeFirst = file.model().path("ignore_merges").asBoolean();
        if (kind().equals("Unigram")) {
            return new Unigram(
                    vocabulary,
                    scores(vocabulary),
                    new Unigram.Rules(rewriter, cutter, byteSpelling(vocabulary, unknown), MARK));
        }
        MergeTable merges = merges(vocabulary);
        if (CutterReader.isByteLevel(pre)) {
            return new ByteLevelBpe(vocabulary, merges, new ByteLevelBpe.Rules(rewriter, cutter, wholeFirst));
        }
        return new RankedBpe(
                vocabulary,
                merges,
                new RankedBpe.Rules(
                        rewriter,
                        cutter,
                        byteSpelling(vocabulary, unknown),
                        file.model().path("fuse_unk").asBoolean(),
                        wholeFirst,
                        MARK));
    }

    private void checkOptions() {
        if (file.model().path("dropout").asDouble() != 0) {
            throw file.fault().at("model.dropout", "is not supported: the same text gives the same tokens");
        }
        for (String option : List.of("continuing_subword_prefix", "end_of_word_suffix")) {
            if (!file.model().path(option).asText("").isEmpty()
                    && !file.model().path(option).isNull()) {
                throw file.fault().at("model." + option, "is not supported");
            }
        }
    }

    /// Tokens that were added have none.
    private double[] scores(Vocabulary vocabulary) {
        double[] scores = new double[vocabulary.size()];
        for (int id = 0; id < file.scores().size(); id++) {
            scores[id] = file.scores().get(id);
        }
        return scores;
    }

    private ByteSpelling byteSpelling(Vocabulary vocabulary, OptionalInt unknown) {
        return hasByteTokens()
                ? ByteSpelling.of(value -> vocabulary.id("<0x%02X>".formatted(value)), unknown)
                : ByteSpelling.none(unknown);
    }

    /// A merge that would spell a control token is left out: no text becomes one.
    private MergeTable merges(Vocabulary vocabulary) {
        Merges merges = new Merges(vocabulary, file.merges().size());
        int entry = 0;
        for (Pair pair : file.merges()) {
            String place = "model.merges[" + entry++ + "]";
            switch (merges.add(pair.left(), pair.right())) {
                case TAKEN -> {}
                case TWICE -> throw file.fault().at(place, "appears twice");
                case NO_TOKEN -> {
                    for (String token : List.of(pair.left(), pair.right(), pair.left() + pair.right())) {
                        if (vocabulary.id(token).isEmpty()) {
                            throw file.fault()
                                    .at(place, "needs " + TextFault.quote(token) + ", which the vocabulary lacks");
                        }
                    }
                }
            }
        }
        return merges.table();
    }
}
