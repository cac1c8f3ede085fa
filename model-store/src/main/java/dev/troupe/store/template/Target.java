package dev.troupe.store.template;

import java.util.List;

/// What is on the left of an assignment.
sealed interface Target {
    void assign(Value value, Frame frame);

    record Name(String name) implements Target {
        @Override
        public void assign(Value value, Frame frame) {
            frame.set(name, value);
        }
    }

    /// `space.name`: only namespaces can be changed.
    record Attribute(String space, String name) implements Target {
        @Override
        public void assign(Value value, Frame frame) {
            if (frame.lookup(space).orElse(Scalar.None.NONE) instanceof Opaque.Namespace namespace) {
                namespace.attributes().put(name, value);
                return;
            }
            throw new TemplateFault("'" + space + "' is no namespace, so '" + name + "' cannot be set in it");
        }
    }

    record Tuple(List<Target> parts) implements Target {
        @Override
        public void assign(Value value, Frame frame) {
            List<Value> items = Iterating.over(value, frame.budget());
            if (items.size() != parts.size()) {
                throw new TemplateFault("unpacks " + items.size() + " values into " + parts.size() + " variables");
            }
            for (int i = 0; i < items.size(); i++) {
                parts.get(i).assign(items.get(i), frame);
            }
        }
    }
}
