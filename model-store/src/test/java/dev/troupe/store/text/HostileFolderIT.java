package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Folders that lie: each is refused once, naming file, place and limit.
final class HostileFolderIT {
    private static final TextLimits SMALL = new TextLimits(1 << 16, 100, 40, 600, 10, 8, 200, 50);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '#', quoteCharacter = '`', textBlock = """
            {"model":{"type":"BPE","vocab":{"a":0,"a":1},"merges":[]}}#Duplicate
            {"model":{"type":"BPE","vocab":{"a":0,"b":0},"merges":[]}}#same id 0
            {"model":{"type":"BPE","vocab":{"a":0,"b":2},"merges":[]}}#no token has the id 1
            {"model":{"type":"BPE","vocab":{"a":-1},"merges":[]}}#allowed is 0 to 99
            {"model":{"type":"BPE","vocab":{"a":100},"merges":[]}}#allowed is 0 to 99
            {"model":{"type":"BPE","vocab":{"a":4294967296},"merges":[]}}#allowed is 0 to 99
            {"model":{"type":"BPE","vocab":{"a":"0"},"merges":[]}}#an id of 'a' is needed
            {"model":{"type":"BPE","vocab":{"\\ud83d":0},"merges":[]}}#half a surrogate pair
            {"model":{"type":"BPE","vocab":{},"merges":[]}}#is empty
            {"model":{"type":"BPE","vocab":{"a":0},"merges":["a b"]}}#needs 'b'
            {"model":{"type":"BPE","vocab":{"a":0},"merges":["a"]}}#two tokens
            {"model":{"type":"BPE","vocab":{"a":0,"aa":1},"merges":["a a",["a","a"]]}}#twice
            {"model":{"type":"BPE","vocab":{"a":0},"merges":["","","","","","","","","","",""]}}#two tokens
            {"model":{"type":"BPE","dropout":0.1,"vocab":{"a":0},"merges":[]}}#model.dropout
            {"model":{"type":"BPE","end_of_word_suffix":"x","vocab":{"a":0},"merges":[]}}#end_of_word_suffix
            {"model":{"type":"WordPiece","vocab":{"a":0}}}#'WordPiece'; known are [BPE, Unigram]
            {"model":{"type":"Unigram","unk_id":7,"vocab":[["a",0.5]]}}#allowed is 0 to 0
            {"model":{"type":"Unigram","vocab":[["a","b"]]}}#a number as its score
            {"model":{"type":"Unigram","vocab":[["a",0.5],["a",0.5]]}}#are the same
            {"model":{"vocab":{"a":0}},"normalizer":{"type":"BertNormalizer"}}#'BertNormalizer'; known are
            {"model":{"vocab":{"a":0}},"pre_tokenizer":{"type":"BertPreTokenizer"}}#'BertPreTokenizer'; known are
            {"model":{"vocab":{"a":0}},"decoder":{"type":"WordPiece"}}#'WordPiece'; known are
            {"model":{"vocab":{"a":0}},"post_processor":{"type":"BertProcessing"}}#'BertProcessing'; known are
            {"model":{"vocab":{"a":0}},"pre_tokenizer":{"type":"Split","pattern":{"Regex":"("}}}#pre_tokenizer.pattern
            {"model":{"vocab":{"a":0}},"pre_tokenizer":{"type":"Split","pattern":{"Regex":"\\\\h"}}}#not supported
            {"model":{"vocab":{"a":0}},"x":[[[[[[[[[[1]]]]]]]]]]}#depth
            {"model":{"vocab":{"a":0}},"added_tokens":[{"content":"b"}]}#added_tokens[0]
            {"model":{"vocab":{"a":0}},"added_tokens":[{"id":0,"content":"b"}]}#same id 0
            {"model":{"vocab":{"a":0}},"added_tokens":[{"id":9,"content":"b"}]}#no token has the id 1
            {"model":{"vocab":{"a":0}}}{}#goes on behind its end
            {"model":[]}#an object is needed
            []#an object is needed
            {"model":{"vocab":{"a":0#cannot be read
            """)
    void ms07LiesOfATokenizerJsonAreRefusedByPlace(String json, String part) throws IOException {
        Files.writeString(folder.resolve("tokenizer.json"), json);
        refused("tokenizer.json", part);
    }

    @Test
    void ms07TooManyOfAnythingIsRefused() throws IOException {
        StringBuilder many = new StringBuilder("{\"model\":{\"vocab\":{\"a\":0");
        for (int i = 1; i <= 100; i++) {
            many.append(",\"a").append(i).append("\":").append(i % 100);
        }
        Files.writeString(folder.resolve("tokenizer.json"), many.append("}}}").toString());
        refused("model.vocab", "limit of 100 entries");
        Files.writeString(
                folder.resolve("tokenizer.json"),
                "{\"model\":{\"vocab\":{\"a\":0}},\"x\":[" + "1,".repeat(300) + "1]}");
        refused("tokenizer.json", "more values");
        Files.writeString(folder.resolve("tokenizer.json"), "{\"model\":{\"vocab\":{\"" + "a".repeat(50) + "\":0}}}");
        refused("tokenizer.json", "40");
        Files.writeString(folder.resolve("tokenizer.json"), " ".repeat(70_000));
        refused("tokenizer.json", "limit of 65536 bytes");
    }

    @Test
    void aFolderWithoutAVocabularyIsRefused() {
        refused("tokenizer.json", "vocab.json with merges.txt");
    }

    @Test
    void namesOutsideOfTheVocabularyAreRefused() throws IOException {
        Files.writeString(folder.resolve("tokenizer.json"), "{\"model\":{\"vocab\":{\"a\":0}}}");
        Files.writeString(folder.resolve("tokenizer_config.json"), "{\"bos_token\":\"<s>\"}");
        refused("tokenizer_config.json", "bos_token", "<s>");
        Files.writeString(folder.resolve("tokenizer_config.json"), "{}");
        Files.writeString(folder.resolve("generation_config.json"), "{\"eos_token_id\":[0,1]}");
        refused("generation_config.json", "allowed is 0 to 0");
    }

    @Test
    void anExpressionThatNeverEndsIsStopped() throws IOException {
        Files.writeString(
                folder.resolve("tokenizer.json"),
                "{\"model\":{\"vocab\":{\"a\":0}},\"pre_tokenizer\":"
                        + "{\"type\":\"Split\",\"pattern\":{\"Regex\":\"((a|aa)+)\\\\1x\"},\"behavior\":\"Isolated\"}}");
        Tokenizer tokenizer = TextModels.fromFolder(folder, SMALL).tokenizer();
        ServingException failure =
                catchThrowableOfType(ServingException.class, () -> tokenizer.encode("a".repeat(200) + "b"));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void templatesAreFoundInEveryForm() throws IOException {
        Files.writeString(folder.resolve("tokenizer.json"), "{\"model\":{\"vocab\":{\"a\":0}}}");
        assertThat(template()).isEqualTo("none");
        Files.writeString(
                folder.resolve("tokenizer_config.json"),
                "{\"chat_template\":[{\"name\":\"tool_use\",\"template\":\"t\"},{\"name\":\"default\",\"template\":\"d\"}]}");
        assertThat(template()).isEqualTo("d");
        Files.writeString(folder.resolve("chat_template.json"), "{\"chat_template\":\"j\"}");
        assertThat(template()).isEqualTo("j");
        Files.writeString(folder.resolve("chat_template.jinja"), "f");
        assertThat(template()).isEqualTo("f");
    }

    private String template() {
        return TextModels.fromFolder(folder, SMALL)
                .chatTemplate()
                .map(template -> template.render(java.util.Map.of()).plain())
                .orElse("none");
    }

    private void refused(String... parts) {
        ServingException failure =
                catchThrowableOfType(ServingException.class, () -> TextModels.fromFolder(folder, SMALL));
        assertThat(failure).isNotNull();
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_MODEL_FILE);
        assertThat(failure.getMessage()).contains(parts);
    }
}
