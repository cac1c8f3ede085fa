package dev.troupe.control.dispatch;

import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The node's streams of one reply, one for each choice, and their credit. Confined to the reply's
/// thread.
final class NodeStreams {
    private final List<TokenStream> streams;
    private final boolean[] open;
    private final int[] owedCredit;
    private final int creditStep;

    private NodeStreams(List<TokenStream> streams, int bufferTokens) {
        this.streams = streams;
        this.open = new boolean[streams.size()];
        this.owedCredit = new int[streams.size()];
        // Half a buffer at a time: few messages, and the node never runs dry before a fast reader.
        this.creditStep = Math.max(1, bufferTokens / 2);
        Arrays.fill(open, true);
    }

    /// All or none.
    static NodeStreams start(NodeClient node, ReplyPlan plan, int bufferTokens, EventInbox inbox) {
        List<TokenStream> started = new ArrayList<>();
        try {
            for (GenerationRequest choice : plan.choices()) {
                started.add(node.generate(choice, bufferTokens, inbox.sink(started.size())));
            }
        } catch (ServingException e) {
            started.forEach(TokenStream::cancel);
            throw e;
        } catch (RuntimeException e) {
            started.forEach(TokenStream::cancel);
            throw ServingException.causedBy(ErrorCode.INTERNAL, "the node could not take the request", e);
        }
        return new NodeStreams(started, bufferTokens);
    }

    void heard(int choice, TokenEvent event) {
        switch (event) {
            case TokenEvent.Token _ -> owedCredit[choice]++;
            case TokenEvent.Terminal _ -> open[choice] = false;
            case TokenEvent.PromptScored _ -> {}
        }
    }

    /// All tokens that were heard are written: as many others may come.
    void giveCredit() {
        for (int choice = 0; choice < open.length; choice++) {
            if (open[choice] && owedCredit[choice] >= creditStep) {
                streams.get(choice).credit(owedCredit[choice]);
                owedCredit[choice] = 0;
            }
        }
    }

    void cancel(int choice) {
        open[choice] = false;
        streams.get(choice).cancel();
    }

    void cancelOpen() {
        for (int choice = 0; choice < open.length; choice++) {
            if (open[choice]) {
                cancel(choice);
            }
        }
    }
}
