/// What the gateway tells about itself: models and where they are, as JSON.
///
/// Pure: any thread. Reads snapshots, which may be old.
package dev.troupe.control.view;
