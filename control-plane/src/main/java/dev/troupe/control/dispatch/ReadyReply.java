package dev.troupe.control.dispatch;

import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.control.reply.ReplyJson;
import dev.troupe.control.request.ReplyOptions.Delivery;

/// A reply that the node has accepted and that waits for its reader.
///
/// @param nodeId which node
/// @param start what the model was when the request came: `hot` or `cold`
public record ReadyReply(
        ReplyRun run, ReplyPlan plan, ReplyJson json, Delivery delivery, String nodeId, String start) {}
