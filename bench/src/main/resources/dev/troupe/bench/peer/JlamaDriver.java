import com.github.tjake.jlama.model.AbstractModel;
import com.github.tjake.jlama.model.ModelSupport;
import com.github.tjake.jlama.model.functions.Generator;
import com.github.tjake.jlama.safetensors.DType;
import com.github.tjake.jlama.safetensors.SafeTensorSupport;
import com.github.tjake.jlama.safetensors.prompt.PromptContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/// Times Jlama on one stream. Run from its source in a process of its own, with Jlama on the class
/// path; arguments: model folder, tokens of the prompt, tokens of the reply, threads. Prints one line
/// of JSON. The model is quantised to Q4 beside its folder the first time.
public final class JlamaDriver {
    /// The virtual machine compiles meanwhile.
    private static final int WARM_UPS = 3;

    private JlamaDriver() {}

    public static void main(String[] arguments) throws IOException {
        Path source = Path.of(arguments[0]);
        Path quantised = source.resolveSibling(source.getFileName() + "-Q4");
        if (!Files.exists(quantised)) {
            String[] kept = {"model.embed_tokens", "norm"};
            SafeTensorSupport.quantizeModel(source, DType.Q4, kept, null, Optional.of(quantised));
        }
        // A letter is a token.
        String prompt = "a".repeat(Integer.parseInt(arguments[1]));
        int most = prompt.length() + Integer.parseInt(arguments[2]);
        Optional<Integer> threads = Optional.of(Integer.parseInt(arguments[3]));
        AbstractModel model = ModelSupport.loadModel(
                quantised.toFile(), null, DType.F32, DType.I8, Optional.empty(), threads);
        for (int i = 0; i < WARM_UPS; i++) {
            generate(model, prompt, most);
        }
        Generator.Response last = generate(model, prompt, most);
        System.out.printf(
                "{\"prompt_tokens\": %d, \"generated_tokens\": %d, \"prompt_ms\": %d, \"generate_ms\": %d}%n",
                last.promptTokens, last.generatedTokens, last.promptTimeMs, last.generateTimeMs);
        System.exit(0);
    }

    private static Generator.Response generate(AbstractModel model, String prompt, int most) {
        return model.generate(UUID.randomUUID(), PromptContext.of(prompt), 0f, most, (_, _) -> {});
    }
}
