package dev.troupe.node.agent;

import dev.troupe.node.kv.KvLayout;
import dev.troupe.node.residency.ServedModel;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.StopTokens;
import java.util.List;
import java.util.Map;

/// Checks a request before any work is done for it. What passes can run. Pure.
record RequestDoor(String numericsClass) {
    /// @throws ServingException naming the field, the value's problem and the limit
    void check(GenerationRequest request, int initialCredit, ServedModel model) {
        if (!request.target().numericsClass().equals(numericsClass)) {
            throw ServingException.of(
                    ErrorCode.MODEL_NOT_FOUND,
                    "numericsClass",
                    "this node gives " + numericsClass + ", the request wants "
                            + request.target().numericsClass());
        }
        if (initialCredit < 1) {
            throw invalid("initialCredit", "is " + initialCredit + "; the least is 1");
        }
        checkIds("promptTokens", request.promptTokens(), model);
        checkStops(request.stopTokens().ids(), model);
        checkBiases(request.sampling().logitBias(), model);
        checkLength(request, model);
    }

    private static void checkStops(List<Integer> ids, ServedModel model) {
        if (ids.size() > StopTokens.MAX_IDS) {
            throw invalid("stopTokens", "has " + ids.size() + " ids; at most " + StopTokens.MAX_IDS);
        }
        checkIds("stopTokens", ids, model);
    }

    private static void checkBiases(Map<Integer, Float> biases, ServedModel model) {
        biases.keySet().stream()
                .filter(id -> !isToken(id, model))
                .min(Integer::compare)
                .ifPresent(id -> {
                    throw invalid("logitBias", "names token " + id + "; allowed is " + range(model));
                });
    }

    private static boolean isToken(int id, ServedModel model) {
        return id >= 0 && id < model.tokenCount();
    }

    private static String range(ServedModel model) {
        return "0 to " + (model.tokenCount() - 1);
    }

    private static void checkIds(String field, List<Integer> ids, ServedModel model) {
        for (int i = 0; i < ids.size(); i++) {
            if (!isToken(ids.get(i), model)) {
                throw invalid(field + "[" + i + "]", "is " + ids.get(i) + "; allowed is " + range(model));
            }
        }
    }

    private static void checkLength(GenerationRequest request, ServedModel model) {
        int prompt = request.promptTokens().size();
        long positions = (long) prompt + request.maxTokens();
        String asked = prompt + " prompt tokens and " + request.maxTokens() + " to generate";
        if (positions > model.maxPositions()) {
            throw ServingException.of(
                    ErrorCode.CONTEXT_LENGTH_EXCEEDED,
                    "maxTokens",
                    asked + " make " + positions + "; the model's limit here is " + model.maxPositions());
        }
        int blocks = KvLayout.blocksFor((int) positions);
        if (blocks > model.maxBlocks()) {
            throw ServingException.of(
                    ErrorCode.OUT_OF_MEMORY,
                    asked + " need " + blocks + " KV blocks; this node can give " + model.maxBlocks());
        }
    }

    private static ServingException invalid(String field, String problem) {
        return ServingException.of(ErrorCode.INVALID_REQUEST, field, field + " " + problem);
    }
}
