/// Looks at the machine for `doctor`: programs, processor, memory, demo model, home.
///
/// Reads only, on the command's thread; programs are run with a limit of time.
package dev.troupe.app.doctor;
