/// The thin edge to the web server: routes, filters, adapters. The only package of the control
/// plane, beside its root, that knows Micronaut and Netty.
///
/// Handlers run on one virtual thread per request. Decisions are made elsewhere.
package dev.troupe.control.gateway;
