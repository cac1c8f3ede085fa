package dev.troupe.store.template;

import java.time.Clock;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The functions that every template can call.
final class Globals {
    private Globals() {}

    static Map<String, Value> functions(Clock clock) {
        Map<String, Value> functions = new HashMap<>();
        define(functions, "range", Globals::range);
        define(functions, "namespace", Globals::namespace);
        define(functions, "dict", Globals::dict);
        define(functions, "raise_exception", (args, _) -> {
            throw TemplateFault.raised(args.text(0, "message").chars());
        });
        define(functions, "strftime_now", (args, frame) -> now(args.text(0, "format"), clock, frame.budget()));
        return functions;
    }

    private static Value now(Text format, Clock clock, Budget budget) {
        budget.values(format.length());
        return Text.data(TimeFormat.format(format.chars(), ZonedDateTime.now(clock)));
    }

    private static void define(Map<String, Value> functions, String name, Opaque.Body body) {
        functions.put(name, new Opaque.Callable(name, body));
    }

    private static Value range(Arguments args, Frame frame) {
        boolean single = args.positional().size() == 1;
        long from = single ? 0 : args.integer(0, "start", 0);
        long to = single ? args.integer(0, "stop", 0) : args.integer(1, "stop", 0);
        long step = args.integer(2, "step", 1);
        if (step == 0) {
            throw new TemplateFault("range has a step of zero");
        }
        long count = Math.max(0, step > 0 ? (to - from + step - 1) / step : (from - to - step - 1) / -step);
        frame.budget().values((int) Math.min(count, Integer.MAX_VALUE));
        List<Value> numbers = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            numbers.add(new Scalar.Int(from + i * step));
        }
        return ListValue.of(numbers, frame.budget());
    }

    private static Value namespace(Arguments args, Frame frame) {
        Opaque.Namespace space = new Opaque.Namespace();
        for (Value source : args.positional()) {
            if (!(source instanceof DictValue dict)) {
                throw new TemplateFault("namespace takes a dict, not a " + source.typeName());
            }
            dict.entries()
                    .forEach(entry -> space.attributes()
                            .put(Printing.text(entry.key(), frame.budget()).chars(), entry.value()));
        }
        space.attributes().putAll(args.named());
        return space;
    }

    private static Value dict(Arguments args, Frame frame) {
        List<DictValue.Entry> entries = new ArrayList<>();
        for (Value source : args.positional()) {
            if (!(source instanceof DictValue dict)) {
                throw new TemplateFault("dict takes a dict, not a " + source.typeName());
            }
            dict.entries().forEach(entries::add);
        }
        args.named().forEach((name, value) -> entries.add(new DictValue.Entry(Text.template(name), value)));
        return DictValue.of(entries, frame.budget());
    }
}
