/// What a run asks for, drawn from one seed before anything starts: pure values, so that a run can
/// be printed, compared and repeated.
///
/// No thread, clock or engine here.
package dev.troupe.bench.workload;
