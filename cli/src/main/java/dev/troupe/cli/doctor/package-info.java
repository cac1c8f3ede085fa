/// The vocabulary of `doctor`: single findings about a machine. Pure values; who looks at the
/// machine is not known here.
package dev.troupe.cli.doctor;
