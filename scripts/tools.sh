# Sourced by ./troupe and ./do: makes sure that the programs of a build are there.

# Prints the Debian packages that hold program $1.
package_of() {
    case "$1" in
        mvn) echo maven ;;
        gcc) echo gcc libc6-dev ;;
        pip) echo python3-pip ;;
        *) echo "$1" ;;
    esac
}

has_tool() {
    case "$1" in
        pip) python3 -m pip --version >/dev/null 2>&1 ;;
        # A compiler without the C library's headers cannot build anything of ours.
        gcc) echo '#include <stdio.h>' | gcc -E - >/dev/null 2>&1 ;;
        *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

may_install() {
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1
}

# Installs packages; reads the package lists first only where that is needed.
apt_install() {
    local log
    log=$(mktemp)
    if DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >"$log" 2>&1 </dev/null ||
        { apt-get update >>"$log" 2>&1 </dev/null &&
            DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >>"$log" 2>&1 </dev/null; }; then
        rm -f "$log"
        return 0
    fi
    tail -n 15 "$log" >&2
    rm -f "$log"
    return 1
}

# need_tools PROGRAM...: installs what is missing as root where apt-get is, else names the packages
# and returns 1.
need_tools() {
    local tool packages=()
    for tool in "$@"; do
        # Words of one answer are separate packages.
        # shellcheck disable=SC2207
        has_tool "$tool" || packages+=($(package_of "$tool"))
    done
    [ ${#packages[@]} -eq 0 ] && return 0
    if may_install; then
        echo "troupe: installing ${packages[*]}" >&2
        apt_install "${packages[@]}" && return 0
        echo "troupe: could not install ${packages[*]} with apt-get." >&2
        return 1
    fi
    echo "troupe: missing programs; install these packages (Debian's names): ${packages[*]}" >&2
    return 1
}
