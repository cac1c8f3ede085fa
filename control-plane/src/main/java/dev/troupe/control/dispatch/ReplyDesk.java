package dev.troupe.control.dispatch;

import dev.troupe.control.catalog.ModelCatalog;
import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.dispatch.Admission.Permit;
import dev.troupe.control.limits.Limits;
import dev.troupe.control.limits.StreamLimits;
import dev.troupe.control.metrics.GatewayMetrics;
import dev.troupe.control.plan.PromptEncoder;
import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.control.plan.ReplyPlanner;
import dev.troupe.control.reply.ReplyFormat;
import dev.troupe.control.reply.ReplyHead;
import dev.troupe.control.reply.ReplyJson;
import dev.troupe.control.request.ChatRequest;
import dev.troupe.control.request.CompletionRequest;
import dev.troupe.control.request.Prompt;
import dev.troupe.control.request.ReplyOptions;
import dev.troupe.control.request.ReplyOptions.Delivery;
import dev.troupe.control.request.TextRequests.Detokenize;
import dev.troupe.control.request.TextRequests.Tokenize;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.node.ModelResidence;
import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.store.text.EncodingPool;
import dev.troupe.store.text.IncrementalText;
import java.util.List;
import java.util.function.Function;

/// Bodies in, replies out: checks a request, plans it and starts it at the node. Safe to use from
/// any thread.
public final class ReplyDesk implements AutoCloseable {
    private static final int WAITING_PER_TEXT_THREAD = 64;

    private final NodeClient node;
    private final ModelCatalog catalog;
    private final Limits limits;
    private final StreamLimits streamLimits;
    private final GatewayMetrics metrics;
    private final Ports ports;
    private final Admission admission;
    private final LiveReplies live;
    private final EncodingPool text;

    public ReplyDesk(
            NodeClient node,
            ModelCatalog catalog,
            Limits limits,
            StreamLimits streamLimits,
            GatewayMetrics metrics,
            Ports ports) {
        this.node = node;
        this.catalog = catalog;
        this.limits = limits;
        this.streamLimits = streamLimits;
        this.metrics = metrics;
        this.ports = ports;
        this.admission = new Admission(limits.maxConcurrentReplies());
        this.live = new LiveReplies(node, streamLimits, metrics, ports.nanoTime());
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        this.text = new EncodingPool(threads, threads * WAITING_PER_TEXT_THREAD);
    }

    /// @throws dev.troupe.protocol.ServingException when the request is refused, by us or the node
    public ReadyReply chat(Call call) {
        ChatRequest request = ChatRequest.parse(call.body());
        metrics.unknownFields(request.unknownFields().size());
        ServedModel model = catalog.find(request.model());
        return start(
                call,
                new Order(
                        model,
                        "chatcmpl-",
                        request.options().n(),
                        request.options(),
                        planner -> planner.chat(model, request),
                        ReplyFormat::chat));
    }

    /// @throws dev.troupe.protocol.ServingException when the request is refused, by us or the node
    public ReadyReply completion(Call call) {
        CompletionRequest request = CompletionRequest.parse(call.body());
        metrics.unknownFields(request.unknownFields().size());
        ServedModel model = catalog.find(request.model());
        return start(
                call,
                new Order(
                        model,
                        "cmpl-",
                        Math.multiplyExact(
                                request.prompts().size(), request.options().n()),
                        request.options(),
                        planner -> planner.completion(model, request),
                        ReplyFormat::completion));
    }

    private record Order(
            ServedModel model,
            String idPrefix,
            int choices,
            ReplyOptions options,
            Function<ReplyPlanner, ReplyPlan> plan,
            Function<ReplyPlan, ReplyFormat> format) {}

    private ReadyReply start(Call call, Order order) {
        live.checkOpen();
        call.lastEventId().ifPresent(_ -> refuseResume(order.choices()));
        Permit permit = admission.acquire(order.choices());
        NodeSnapshot snapshot;
        ReplyPlan plan;
        try {
            snapshot = node.snapshot();
            Drawn drawn = Drawn.from(ports.random());
            ReplyPlanner planner = new ReplyPlanner(
                    limits,
                    order.idPrefix() + drawn.id(),
                    snapshot.numericsClass(),
                    call.caller().cacheDomain(),
                    drawn.seed());
            plan = text.call(() -> order.plan().apply(planner));
        } catch (RuntimeException e) {
            permit.close();
            throw e;
        }
        return ready(order, plan, live.start(plan, permit), snapshot);
    }

    /// Starting anew would repeat what the client has already.
    private static void refuseResume(int choices) {
        throw ServingException.of(
                ErrorCode.UNSUPPORTED_PARAMETER,
                "Last-Event-ID",
                choices > 1
                        ? "Last-Event-ID is given; a reply of " + choices + " choices cannot be resumed"
                        : "Last-Event-ID is given; resuming is not built yet");
    }

    private ReadyReply ready(Order order, ReplyPlan plan, ReplyRun run, NodeSnapshot snapshot) {
        ServedModel model = order.model();
        ReplyHead head = new ReplyHead(
                plan.id(),
                ports.clock().instant(),
                model.name(),
                snapshot.numericsClass() + "-" + model.digest().shortHex());
        Delivery delivery = order.options().delivery();
        ReplyJson json = new ReplyJson(head, order.format().apply(plan), delivery == Delivery.STREAM_WITH_USAGE);
        return new ReadyReply(run, plan, json, delivery, snapshot.nodeId(), startOf(model, snapshot));
    }

    private static String startOf(ServedModel model, NodeSnapshot snapshot) {
        boolean hot = snapshot.models().stream()
                .anyMatch(residence ->
                        residence.model().equals(model.digest()) && residence.state() == ModelResidence.State.READY);
        return hot ? "hot" : "cold";
    }

    /// The tokens that a prompt or a conversation would have.
    public List<Integer> tokenize(ServedModel model, Tokenize request) {
        return text.call(() -> switch (request) {
            case Tokenize.OfPrompt prompt -> PromptEncoder.prompt(model, new Prompt.Text(prompt.prompt()), "prompt");
            case Tokenize.OfMessages chat -> PromptEncoder.chat(model, chat.messages());
        });
    }

    /// The text that tokens stand for; special tokens are shown by their literals.
    public String detokenize(ServedModel model, Detokenize request) {
        PromptEncoder.checkIds(model, request.tokens(), "tokens");
        return IncrementalText.showingSpecials(model.text().tokenizer()).addAll(request.tokens());
    }

    /// Ends every reply, within `stopTimeout`.
    @Override
    public void close() {
        live.close(streamLimits.stopTimeout());
        text.close();
    }
}
