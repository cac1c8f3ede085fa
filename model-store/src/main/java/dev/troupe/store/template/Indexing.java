package dev.troupe.store.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// `a.name`, `a[key]` and `a[from:to:step]`.
final class Indexing {
    private Indexing() {}

    record Attribute(Expr target, String name) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            return Attributes.attribute(frame.evaluate(target), name, frame.budget());
        }
    }

    record Item(Expr target, Expr key) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            return Attributes.item(frame.evaluate(target), frame.evaluate(key), frame.budget());
        }
    }

    record Slice(Expr target, Optional<Expr> from, Optional<Expr> to, Optional<Expr> step) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            Value value = frame.evaluate(target);
            int stride = bound(step, frame).orElse(1);
            if (stride == 0) {
                throw new TemplateFault("slices with a step of zero");
            }
            if (value instanceof Text text) {
                return sliceText(text, stride, frame);
            }
            if (value instanceof ListValue list) {
                List<Value> kept = new ArrayList<>();
                List<Value> all = list.placed("sliced");
                for (int i : indices(all.size(), stride, frame)) {
                    kept.add(all.get(i));
                }
                return list.isTuple() ? ListValue.tuple(kept, frame.budget()) : ListValue.of(kept, frame.budget());
            }
            if (value instanceof Scalar.Undefined undefined) {
                throw undefined.fault();
            }
            throw new TemplateFault("a " + value.typeName() + " cannot be sliced");
        }

        private Value sliceText(Text text, int stride, Frame frame) {
            frame.budget().chars(text.length());
            int length = CodePoints.length(text);
            if (stride == 1) {
                int first = clamp(bound(from, frame).orElse(0), length, 0, length);
                int last = clamp(bound(to, frame).orElse(length), length, 0, length);
                return first >= last
                        ? Text.EMPTY
                        : text.slice(CodePoints.index(text, first), CodePoints.index(text, last));
            }
            List<Value> characters = Iterating.over(text, frame.budget());
            TextBuilder out = frame.text();
            for (int i : indices(length, stride, frame)) {
                out.add((Text) characters.get(i));
            }
            return out.build();
        }

        private List<Integer> indices(int length, int stride, Frame frame) {
            List<Integer> indices = new ArrayList<>();
            if (stride > 0) {
                int last = clamp(bound(to, frame).orElse(length), length, 0, length);
                for (long i = clamp(bound(from, frame).orElse(0), length, 0, length); i < last; i += stride) {
                    indices.add((int) i);
                }
            } else {
                OptionalInt end = bound(to, frame);
                int last = end.isPresent() ? clamp(end.getAsInt(), length, -1, length - 1) : -1;
                for (long i = clamp(bound(from, frame).orElse(length - 1), length, -1, length - 1);
                        i > last;
                        i += stride) {
                    indices.add((int) i);
                }
            }
            frame.budget().steps(indices.size());
            return indices;
        }

        /// Counts a negative position from the end and keeps the result within `low..high`.
        private static int clamp(int position, int length, int low, int high) {
            int counted = position < 0 ? position + length : position;
            return Math.max(low, Math.min(high, counted));
        }

        private static OptionalInt bound(Optional<Expr> expr, Frame frame) {
            Optional<Value> value = expr.map(frame::evaluate).filter(v -> !(v instanceof Scalar.None));
            return value.isEmpty()
                    ? OptionalInt.empty()
                    : OptionalInt.of(Numbers.toInt(value.get(), "a bound of a slice"));
        }
    }
}
