/// Stand-ins for what the gateway talks to: a model of one-letter tokens and a scripted node.
package dev.troupe.control.fake;
