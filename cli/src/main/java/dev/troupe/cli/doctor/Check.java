package dev.troupe.cli.doctor;

/// One finding.
///
/// @param name what was looked at, for example `jdk`
/// @param status whether it is as it should be
/// @param detail what was found, and for a problem what to do about it
public record Check(String name, Status status, String detail) {
    /// How a finding is judged.
    public enum Status {
        OK,
        /// Works, but not as well as it could.
        WARN,
        /// Something will not work.
        FAIL
    }

    public static Check ok(String name, String detail) {
        return new Check(name, Status.OK, detail);
    }

    public static Check warn(String name, String detail) {
        return new Check(name, Status.WARN, detail);
    }

    public static Check fail(String name, String detail) {
        return new Check(name, Status.FAIL, detail);
    }
}
