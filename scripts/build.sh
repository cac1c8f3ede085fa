# Sourced by ./troupe and ./do: builds the app when its jars are missing or older than the sources.
#
# The jars that run are copies in target/dist/<build>/, so that a later build never changes a file
# under a running server; target/dist/current points at the newest.

readonly TROUPE_KEPT_BUILDS=3

# build_is_older ROOT STAMP: true when there is no stamp, or when a source or POM of checkout ROOT
# changed since it was touched.
build_is_older() {
    [ -f "$2" ] || return 0
    # Folders count too: a deleted file changes only its folder.
    [ -n "$(cd "$1" && find pom.xml .mvn ./*/pom.xml ./*/src/main -newer "$2" -print -quit)" ]
}

# True when the jars of checkout $1 that run are missing or older than its sources.
build_is_stale() {
    build_is_older "$1" "$1/target/dist/current/stamp"
}

# Reads Maven's output and shows on a terminal how far it is.
show_build_progress() {
    local line status module="starting" fetched=0 begin=$SECONDS
    [ -t 2 ] || { cat >/dev/null; return; }
    while true; do
        status=0
        IFS= read -r -t 1 line || status=$?
        if [ "$status" -eq 0 ]; then
            case "$line" in
                *"Building "*"["*"/"*"]") module=${line##*Building } ;;
                "Downloaded from"* | *" Downloaded from"*) fetched=$((fetched + 1)) ;;
                *) continue ;;
            esac
        elif [ "$status" -le 128 ]; then
            break
        fi
        printf '\r\033[Ktroupe: building %s, %s%d s' "$(printf '%s' "$module" | tr -s ' ')" \
            "$([ "$fetched" -eq 0 ] || printf '%d files fetched, ' "$fetched")" $((SECONDS - begin)) >&2
    done
    printf '\r\033[K' >&2
}

# Copies the jars of the build that just ended to a new folder and makes that the current one.
install_build() {
    local root="$1" stamp="$2" build jar
    build="$root/target/dist/$(date +%Y%m%d%H%M%S)-$$"
    mkdir -p "$build"
    for jar in "$root"/app/target/lib/*.jar; do
        case "$jar" in
            # Ours change under the same name; the others never do, a second name is enough.
            *-SNAPSHOT.jar) cp "$jar" "$build/" ;;
            *) cp -l "$jar" "$build/" 2>/dev/null || cp "$jar" "$build/" ;;
        esac
    done
    cp "$root"/app/target/app-*.jar "$build/"
    mv "$stamp" "$build/stamp"
    ln -sfn "$(basename "$build")" "$root/target/dist/current.new"
    mv -T "$root/target/dist/current.new" "$root/target/dist/current"
    remove_old_builds "$root"
}

# Keeps the newest builds. Names begin with their time, so they sort by age.
remove_old_builds() {
    local builds=("$1"/target/dist/2*) i
    for ((i = 0; i < ${#builds[@]} - TROUPE_KEPT_BUILDS; i++)); do
        rm -rf -- "${builds[i]}"
    done
}

run_build() {
    local root="$1" log="$1/target/troupe-build.log" begin=$SECONDS stamp
    need_tools mvn gcc make || return 1
    mkdir -p "$root/target/dist"
    stamp=$(mktemp "$root/target/dist/stamp.XXXXXX")
    echo "troupe: building (the first time takes some minutes); log in target/troupe-build.log" >&2
    rm -rf "$root/app/target/lib"
    if ! (cd "$root" && mvn -B -pl app -am package -Dmaven.test.skip=true -Dspotless.check.skip=true 2>&1 </dev/null) |
        tee "$log" | show_build_progress; then
        rm -f "$stamp"
        { echo "troupe: the build failed; the end of $log:"; tail -n 30 "$log"; } >&2
        return 1
    fi
    install_build "$root" "$stamp"
    echo "troupe: built in $((SECONDS - begin)) s" >&2
}

# build_if_stale ROOT: one build at a time for each checkout; a second caller waits for the first.
build_if_stale() {
    build_is_stale "$1" || return 0
    (
        command -v flock >/dev/null 2>&1 && flock 9
        if build_is_stale "$1"; then run_build "$1"; fi
    ) 9<"$1"
}
