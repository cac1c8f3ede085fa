package dev.troupe.control.dispatch;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.generate.TokenSink;
import dev.troupe.protocol.generate.TokenStream;
import dev.troupe.protocol.node.NodeSnapshot;

/// Brings a model onto the node when the first request for it comes. Where the model is already this
/// costs nothing.
///
/// @param node that is asked
public record EnsuringNode(NodeClient node) implements NodeClient {
    @Override
    public TokenStream generate(GenerationRequest request, int initialCredit, TokenSink sink) {
        try {
            return node.generate(request, initialCredit, sink);
        } catch (ServingException e) {
            if (e.code() != ErrorCode.MODEL_NOT_FOUND) {
                throw e;
            }
            node.ensure(request.target().model());
            return node.generate(request, initialCredit, sink);
        }
    }

    @Override
    public void ensure(Digest model) {
        node.ensure(model);
    }

    @Override
    public void release(Digest model) {
        node.release(model);
    }

    @Override
    public NodeSnapshot snapshot() {
        return node.snapshot();
    }
}
