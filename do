#!/usr/bin/env bash
# The developers' one entry: build, test, format, exactness, benchmarks. `./do help` lists what there is.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=scripts/jdk.sh
. "$root/scripts/jdk.sh"
# shellcheck source=scripts/tools.sh
. "$root/scripts/tools.sh"
# shellcheck source=scripts/build.sh
. "$root/scripts/build.sh"
# shellcheck source=scripts/peers.sh
. "$root/scripts/peers.sh"
# shellcheck source=scripts/real.sh
. "$root/scripts/real.sh"
# shellcheck source=scripts/oracle.sh
. "$root/scripts/oracle.sh"
# shellcheck source=scripts/families.sh
. "$root/scripts/families.sh"
# shellcheck source=scripts/clients.sh
. "$root/scripts/clients.sh"

help() {
    cat <<'TEXT'
Usage: ./do COMMAND [ARGUMENT...]

  build            compile everything and collect the jars, no tests
  test             everything that needs checking: format, static checks, sizes and edges, unit and integration
                   tests, a short exactness run (some minutes; data from TROUPE_TEST_DATA when it is set);
                   with --real, Gemma 3 270M against llama.cpp too: fetched after a note on its licence
  fmt              rewrite all sources in the project's format
  exact [...]      mixed requests through the real engine against each alone; --help lists the options
  bench [...]      speed of the engine with its share of the machine's limits; --help lists the options and suites
  peers            build the engines that the suites of bench compare with, once, in the user's cache (some minutes)
  oracle           ask transformers about a small model of each family, and rewrite the golden files of tests
                   (the first time it installs some gigabytes into the user's cache)
  families [...]   perplexity of a small trained model of each family in every weight format, ours against llama.cpp's,
                   on files of llama.cpp's own converter; needs what peers and oracle bring, and TROUPE_TEST_DATA
  clients [...]    other people's clients and schemathesis against a server on the demo model; --help lists the options
  clean            remove what was built
TEXT
}

maven() {
    (cd "$root" && mvn -B -ntp -q "$@")
}

build() {
    maven -DskipTests -Dspotless.check.skip=true package
}

# Notes when the build began whose jars lie in the modules' target folders: a source that changed later is newer.
build_stamp="$root/target/do-stamp"

# stamped COMMAND...: runs a build and, when it worked, stamps it.
stamped() {
    mkdir -p "$root/target"
    touch "$build_stamp.new"
    "$@" && mv "$build_stamp.new" "$build_stamp"
}

# run_bench ARGUMENT...: the bench module's main, built when there is no build or a source is newer.
run_bench() {
    if build_is_older "$root" "$build_stamp"; then
        echo "do: building" >&2
        stamped build
    fi
    exec "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
        -XX:+UseSerialGC -Xmx1g -cp "$root/bench/target/bench-0.1.0-SNAPSHOT.jar:$root/bench/target/lib/*" \
        dev.troupe.bench.Main "$@"
}

# Perplexity of a real model of another family, ours against llama.cpp's.
run_real() {
    print_gemma_licence
    fetch_gemma && bring_peers "$root" && run_bench bench quality --model "$(gemma_file)"
}

verify() {
    (cd "$root" && mvn -B -ntp verify)
}

# run_tests [--real]
run_tests() {
    case "$*" in
        '' | --real) ;;
        *) echo "do: test takes --real or nothing, not '$*'" >&2; exit 2 ;;
    esac
    # Integration tests talk to a real model; without a network they say so and, outside CI, skip.
    "$root/troupe" demo fetch || [ "${CI:-}" != true ] ||
        { echo "do: CI needs the demo model" >&2; exit 1; }
    stamped verify
    if [ $# -eq 0 ]; then
        run_bench exact --requests 200
    else
        (run_bench exact --requests 200) && run_real
    fi
}

command=${1:-help}
[ $# -eq 0 ] || shift
case "$command" in
    help | --help | -h) help; exit 0 ;;
    build | test | fmt | exact | bench | peers | oracle | families | clients | clean) ;;
    *) echo "do: no command '$command'" >&2; help >&2; exit 2 ;;
esac
find_jdk
need_tools mvn gcc make
case "$command" in
    build) stamped build ;;
    test) run_tests "$@" ;;
    fmt) maven spotless:apply ;;
    exact) run_bench exact "$@" ;;
    bench) run_bench bench "$@" ;;
    peers) bring_peers "$root" && run_bench peers "$@" ;;
    oracle) ask_oracle "$root" ;;
    families) compare_families "$root" "$@" ;;
    clients) need_tools curl npm && run_clients "$root" "$@" ;;
    clean) maven clean && rm -rf "$root/target" ;;
esac
