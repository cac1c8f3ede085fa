package dev.troupe.control.dispatch;

import dev.troupe.control.admission.Admission;
import dev.troupe.control.admission.Admission.Permit;
import dev.troupe.control.admission.Ask;
import dev.troupe.control.admission.RefusalReason;
import dev.troupe.control.catalog.LiveCatalog;
import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.catalog.Viewer;
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
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.node.ModelResidence;
import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.store.text.EncodingPool;
import dev.troupe.store.text.IncrementalText;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;

/// Bodies in, replies out: checks a request, plans it and starts it at the node. Safe to use from
/// any thread.
public final class ReplyDesk implements AutoCloseable {
    private static final int WAITING_PER_TEXT_THREAD = 64;
    /// How soon to look again for a model that loads, and for a node or gateway that was lost.
    private static final Duration LOADING_RETRY = Duration.ofSeconds(1);

    private static final Duration REPAIR_RETRY = Duration.ofSeconds(5);
    /// Encoding so little holds a carrier thread no longer than handing it to another thread takes.
    private static final int SHORT_BODY_BYTES = 4096;

    private final NodeClient node;
    private final LiveCatalog catalog;
    private final Limits limits;
    private final StreamLimits streamLimits;
    private final GatewayMetrics metrics;
    private final Ports ports;
    private final Admission admission;
    private final LiveReplies live;
    private final EncodingPool text;

    public ReplyDesk(
            NodeClient node,
            LiveCatalog catalog,
            Admission admission,
            Bounds bounds,
            GatewayMetrics metrics,
            Ports ports) {
        this.node = node;
        this.catalog = catalog;
        this.limits = bounds.limits();
        this.streamLimits = bounds.stream();
        this.metrics = metrics;
        this.ports = ports;
        this.admission = admission;
        this.live = new LiveReplies(node, streamLimits, metrics, ports.nanoTime());
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        this.text = new EncodingPool(threads, threads * WAITING_PER_TEXT_THREAD);
    }

    /// What requests and their replies may take.
    public record Bounds(Limits limits, StreamLimits stream) {}

    /// @throws dev.troupe.protocol.ServingException when the request is refused, by us or the node
    public ReadyReply chat(Call call) {
        look(call);
        ChatRequest request = ChatRequest.parse(call.body());
        metrics.unknownFields(request.unknownFields().size());
        ServedModel model = catalog.now().find(Viewer.of(call.caller()), request.model());
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
        look(call);
        CompletionRequest request = CompletionRequest.parse(call.body());
        metrics.unknownFields(request.unknownFields().size());
        ServedModel model = catalog.now().find(Viewer.of(call.caller()), request.model());
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
        call.lastEventId().ifPresent(_ -> refuseResume(order.choices()));
        NodeSnapshot snapshot = node.snapshot();
        Permit permit = admission.acquire(new Ask(order.choices(), call.deadline()), snapshot.load());
        ReplyPlan plan;
        try {
            Drawn drawn = Drawn.from(ports.random());
            ReplyPlanner planner = new ReplyPlanner(
                    limits,
                    order.idPrefix() + drawn.id(),
                    snapshot.numericsClass(),
                    call.caller().cacheDomain(),
                    drawn.seed());
            plan = call.body().length <= SHORT_BODY_BYTES
                    ? order.plan().apply(planner)
                    : encode(() -> order.plan().apply(planner));
        } catch (RuntimeException | Error e) {
            // A lost permit would never come back, whatever went wrong.
            permit.withdraw();
            throw e;
        }
        return ready(order, plan, atNode(plan, permit), snapshot);
    }

    /// Before anything of the body is looked at.
    private void look(Call call) {
        live.checkOpen();
        admission.check(new Ask(1, call.deadline()), node.snapshot().load());
    }

    private <T> T encode(Callable<T> work) {
        try {
            return text.call(work);
        } catch (ServingException e) {
            if (e.code() == ErrorCode.OVERLOADED) {
                metrics.refused(RefusalReason.ENCODING);
            }
            throw e;
        }
    }

    private ReplyRun atNode(ReplyPlan plan, Permit permit) {
        try {
            return live.start(plan, permit);
        } catch (ServingException e) {
            if (e.code().retry() == ErrorCode.Retry.LATER) {
                metrics.refused(RefusalReason.NODE);
            }
            throw e;
        }
    }

    /// When a client that is refused now may come back: predicted where what waits is known.
    public Duration retryAfter(ErrorCode code) {
        return switch (code) {
            case OVERLOADED, OUT_OF_MEMORY -> admission.retryAfter();
            case MODEL_LOADING -> spread(LOADING_RETRY);
            default -> spread(REPAIR_RETRY);
        };
    }

    /// Up to twice as long, so that those who were refused together do not return together.
    private Duration spread(Duration least) {
        return least.plusMillis(ports.random().nextLong(least.toMillis()));
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

    /// Replies of one model that are in the making.
    public int running(Digest model) {
        return live.running(model);
    }

    /// The tokens that a prompt or a conversation would have.
    public List<Integer> tokenize(ServedModel model, Tokenize request) {
        return encode(() -> switch (request) {
            case Tokenize.OfPrompt prompt -> PromptEncoder.prompt(model, new Prompt.Text(prompt.prompt()), "prompt");
            case Tokenize.OfMessages chat -> PromptEncoder.chat(model, chat.conversation());
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
