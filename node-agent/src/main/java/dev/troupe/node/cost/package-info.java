/// What a step costs in seconds, measured while serving, for the deciders.
///
/// {@link dev.troupe.node.cost.StepClock} learns on the engine's thread; {@link
/// dev.troupe.node.cost.StepCost} is its immutable snapshot. Times decide what is done when, never
/// what comes out.
package dev.troupe.node.cost;
