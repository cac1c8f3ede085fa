# Sourced by ./troupe and ./do: finds a JDK 25 or newer and exports JAVA_HOME.
#
# The default `java` of a machine is never trusted blindly: its version is read first.

readonly TROUPE_JDK_FLOOR=25

# Prints the major version of the JDK in folder $1, or nothing when it is no JDK.
jdk_major() {
    local version=""
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] || return 0
    if [ -r "$1/release" ]; then
        version=$(sed -n 's/^JAVA_VERSION="\{0,1\}\([0-9]*\).*/\1/p' "$1/release" | head -n 1)
    fi
    if [ -z "$version" ]; then
        version=$("$1/bin/java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)
    fi
    printf '%s' "$version"
}

# Prints every folder that may hold a JDK, most wanted first.
jdk_candidates() {
    local tool
    if [ -n "${JAVA_HOME:-}" ]; then printf '%s\n' "$JAVA_HOME"; fi
    for tool in /usr/lib/jvm/* /usr/java/* /usr/local/lib/jvm/* /opt/* /opt/*/* /usr/local/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home \
        "${HOME:-/root}"/.sdkman/candidates/java/* "${HOME:-/root}"/.jdks/* \
        "${HOME:-/root}"/.local/share/mise/installs/java/* "${HOME:-/root}"/.asdf/installs/java/*; do
        if [ -x "$tool/bin/javac" ]; then printf '%s\n' "$tool"; fi
    done
    # Last the one on PATH: its folder is a candidate like any other.
    if tool=$(command -v javac 2>/dev/null); then dirname "$(dirname "$(readlink -f "$tool")")"; fi
}

# Exports JAVA_HOME: $JAVA_HOME when it is new enough, else a JDK 25, else the first newer one.
# Returns 1 with a message when there is none.
find_jdk() {
    local folder major newer=""
    while IFS= read -r folder; do
        major=$(jdk_major "$folder")
        [ -n "$major" ] && [ "$major" -ge "$TROUPE_JDK_FLOOR" ] || continue
        if [ "$major" -eq "$TROUPE_JDK_FLOOR" ] || [ "$folder" = "${JAVA_HOME:-}" ]; then
            export JAVA_HOME="$folder"
            return 0
        fi
        newer=${newer:-$folder}
    done < <(jdk_candidates)
    if [ -n "$newer" ]; then
        export JAVA_HOME="$newer"
        return 0
    fi
    {
        echo "troupe: no JDK $TROUPE_JDK_FLOOR found (a JDK with javac; a JRE is not enough)."
        echo "Looked at JAVA_HOME (${JAVA_HOME:-not set}), /usr/lib/jvm, /opt, /Library/Java, ~/.sdkman, ~/.jdks and PATH."
        echo "Install a JDK $TROUPE_JDK_FLOOR, for example Temurin, or set JAVA_HOME to one."
    } >&2
    return 1
}
