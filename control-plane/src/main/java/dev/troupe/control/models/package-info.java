/// Models that come and go while the gateway runs.
///
/// A model's files are checked while its request waits, packed by one platform thread afterwards,
/// and written down before either is told to anybody: what was acknowledged is still there after a
/// crash. Deciders are pure; {@link dev.troupe.control.models.ManagedModels} is what others see.
package dev.troupe.control.models;
