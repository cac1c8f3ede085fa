package dev.troupe.store.template;

import java.util.Iterator;

/// Joins the printed forms of a list's items.
final class Joining {
    private Joining() {}

    static Text join(Value items, Text separator, Frame frame) {
        TextBuilder out = frame.text();
        Iterator<Value> rest = Iterating.over(items, frame.budget()).iterator();
        while (rest.hasNext()) {
            frame.budget().step();
            out.add(Printing.text(rest.next(), frame.budget()));
            if (rest.hasNext()) {
                out.add(separator);
            }
        }
        return out.build();
    }
}
