package dev.troupe.control.gateway;

import dev.troupe.control.admission.BodyRoom.Hold;
import dev.troupe.control.gateway.ClientConnection.Watch;
import io.micronaut.http.HttpRequest;

/// A request's room for its body, left at it by the door: given back with its response, or when its
/// connection closes before there is one.
///
/// @param watch looks for the connection's end
record BodyHold(Hold hold, Watch watch) {
    private static final String ATTRIBUTE = BodyHold.class.getName();

    static void attach(Hold hold, HttpRequest<?> request) {
        Watch watch = ClientConnection.of(request).whenClosed(hold::close);
        request.setAttribute(ATTRIBUTE, new BodyHold(hold, watch));
    }

    static void release(HttpRequest<?> request) {
        request.getAttribute(ATTRIBUTE, BodyHold.class).ifPresent(BodyHold::end);
    }

    private void end() {
        watch.close();
        hold.close();
    }
}
