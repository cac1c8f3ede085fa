/// What the gateway counts and measures, as Prometheus text. Names start with `troupe_`; their
/// stems are those that dashboards of other servers know.
///
/// Safe to use from any thread. Knows nothing of HTTP; labels never hold what a client wrote.
package dev.troupe.control.metrics;
