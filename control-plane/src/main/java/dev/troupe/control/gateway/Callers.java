package dev.troupe.control.gateway;

import dev.troupe.control.catalog.Viewer;
import dev.troupe.control.keys.Caller;
import io.micronaut.http.HttpRequest;

/// Who sends a request, left at it by the door.
final class Callers {
    private static final String ATTRIBUTE = Caller.class.getName();

    private Callers() {}

    static void attach(Caller caller, HttpRequest<?> request) {
        request.setAttribute(ATTRIBUTE, caller);
    }

    static Viewer viewer(HttpRequest<?> request) {
        return Viewer.of(of(request));
    }

    static Caller of(HttpRequest<?> request) {
        return request.getAttribute(ATTRIBUTE, Caller.class)
                .orElseThrow(() -> new IllegalStateException("the request did not come through the door"));
    }
}
