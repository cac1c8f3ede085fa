package dev.troupe.store.template;

import java.util.HashMap;
import java.util.Map;

/// Values that live inside one render only: things to call, namespaces, the loop.
sealed interface Opaque extends Value {

    /// Something that can be called by a template.
    @FunctionalInterface
    interface Body {
        Value call(Arguments arguments, Frame frame);
    }

    record Callable(String name, Body body) implements Opaque {
        @Override
        public String typeName() {
            return "function";
        }
    }

    /// The one thing that a template may change from an inner scope.
    final class Namespace implements Opaque {
        private final Map<String, Value> attributes = new HashMap<>();

        Map<String, Value> attributes() {
            return attributes;
        }

        @Override
        public String typeName() {
            return "Namespace";
        }
    }

    /// An object with named attributes, such as `loop`; it may be called too.
    record Attributed(String typeName, Map<String, Value> attributes, Body body) implements Opaque {}
}
