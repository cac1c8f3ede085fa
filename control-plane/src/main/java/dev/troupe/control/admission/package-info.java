/// Who may come in while others are served, and when the rest may come back.
///
/// {@link dev.troupe.control.admission.AdmissionDecider} is pure; {@link
/// dev.troupe.control.admission.Admission} counts, measures and asks it. Safe to use from any
/// thread. Knows nothing of HTTP, of text or of how a reply is made.
package dev.troupe.control.admission;
