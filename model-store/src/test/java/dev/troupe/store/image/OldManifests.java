package dev.troupe.store.image;

/// Writes manifests of Llama models as older versions did.
public final class OldManifests {
    private OldManifests() {}

    /// Schema 2: attention and blocks as Llama has them, and nothing said of others.
    public static String withLlamaOnly(String json) {
        return json.replace("\"schema\":3", "\"schema\":2")
                .replaceAll(
                        "\"attention\":\\{(\"heads\":\\d+,\"kvHeads\":\\d+,\"headSize\":\\d+),.*?\"base\":([0-9.E]+).*?\"cycle\":\\[0]}}",
                        "\"attention\":{$1,\"ropeBase\":$2}")
                .replaceAll("\"block\":\\{\"normEpsilon\":([-0-9.E]+),[^}]*}", "\"normEpsilon\":$1");
    }

    /// Schema 1: how many tokens there are was not said either.
    public static String withoutTokens(String json) {
        return withLlamaOnly(json).replace("\"schema\":2", "\"schema\":1").replaceAll("\"tokenCount\":\\d+,", "");
    }
}
