/// What every device must do, to the bit: each contract runs the same data on a device under test
/// and on the reference, and compares bits. A device joins by one subclass of
/// {@link dev.troupe.kernel.contract.KernelContractSuite}.
///
/// Data is random by a seed that every failure names; `-Dtroupe.seed=N` sets it.
package dev.troupe.kernel.contract;
