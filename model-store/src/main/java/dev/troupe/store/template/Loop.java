package dev.troupe.store.template;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `{% for target in items if condition %} ... {% else %} ... {% endfor %}`.
record Loop(
        int line,
        Target target,
        Expr items,
        Optional<Expr> condition,
        boolean recursive,
        List<Statement> body,
        List<Statement> otherwise)
        implements Statement {

    @Override
    public Flow execute(Frame frame, TextBuilder out) {
        run(frame.evaluate(items), 0, frame, out);
        return Flow.NEXT;
    }

    private void run(Value source, int level, Frame frame, TextBuilder out) {
        List<Value> chosen = chosen(source, frame);
        if (chosen.isEmpty()) {
            Statement.run(otherwise, frame.child(), out);
            return;
        }
        Changes changes = new Changes();
        for (int i = 0; i < chosen.size(); i++) {
            frame.budget().step();
            frame.budget().at(line);
            Frame inner = frame.child();
            inner.set("loop", loopObject(chosen, i, level, changes, frame));
            target.assign(chosen.get(i), inner);
            if (Statement.run(body, inner, out) == Flow.BREAK) {
                return;
            }
        }
    }

    private List<Value> chosen(Value source, Frame frame) {
        List<Value> all = Iterating.over(source, frame.budget());
        if (condition.isEmpty()) {
            return all;
        }
        List<Value> chosen = new ArrayList<>();
        for (Value item : all) {
            Frame inner = frame.child();
            target.assign(item, inner);
            if (Truth.of(inner.evaluate(condition.get()))) {
                chosen.add(item);
            }
        }
        return chosen;
    }

    private Value loopObject(List<Value> all, int index, int level, Changes changes, Frame frame) {
        Map<String, Value> attributes = new HashMap<>();
        int size = all.size();
        attributes.put("index", new Scalar.Int(index + 1L));
        attributes.put("index0", new Scalar.Int(index));
        attributes.put("revindex", new Scalar.Int(size - (long) index));
        attributes.put("revindex0", new Scalar.Int(size - index - 1L));
        attributes.put("first", Scalar.Bool.of(index == 0));
        attributes.put("last", Scalar.Bool.of(index == size - 1));
        attributes.put("length", new Scalar.Int(size));
        attributes.put("depth", new Scalar.Int(level + 1L));
        attributes.put("depth0", new Scalar.Int(level));
        attributes.put("previtem", index == 0 ? new Scalar.Undefined("loop.previtem") : all.get(index - 1));
        attributes.put("nextitem", index == size - 1 ? new Scalar.Undefined("loop.nextitem") : all.get(index + 1));
        attributes.put("cycle", new Opaque.Callable("cycle", (args, _) -> cycle(args, index)));
        attributes.put("changed", new Opaque.Callable("changed", changes::changed));
        return new Opaque.Attributed("loop", attributes, (args, _) -> again(args, level, frame));
    }

    private Value again(Arguments args, int level, Frame frame) {
        if (!recursive) {
            throw new TemplateFault("only a loop marked 'recursive' can be called");
        }
        TextBuilder out = frame.text();
        run(args.required(0, "iterable"), level + 1, frame, out);
        return out.build();
    }

    private static Value cycle(Arguments args, int index) {
        if (args.positional().isEmpty()) {
            throw new TemplateFault("loop.cycle needs values");
        }
        return args.positional().get(index % args.positional().size());
    }

    /// Remembers the last values that `loop.changed` was called with.
    private static final class Changes {
        private Optional<ListValue> last = Optional.empty();

        Value changed(Arguments args, Frame frame) {
            ListValue now = ListValue.tuple(args.positional(), frame.budget());
            boolean same = last.isPresent() && Comparing.equal(last.get(), now, frame.budget());
            last = Optional.of(now);
            return Scalar.Bool.of(!same);
        }
    }
}
