/// Chat templates: a small Jinja engine with Python's semantics where templates need them, no
/// access to anything but the values it was given, bounded steps, depth and output, and strings
/// that know which characters came from the template.
package dev.troupe.store.template;
