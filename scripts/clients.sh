# Sourced by ./do: runs other people's clients, unchanged, against a server with the demo model.
#
# Their versions are pinned in bench/clients; ordinary tools fetch them into the user's cache, once.

readonly CLIENTS="curl openai-python openai-node openai-java langchain4j schemathesis"

clients_folder() {
    printf '%s' "${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/troupe/clients"
}

clients_help() {
    cat <<TEXT
Usage: ./do clients [--seconds N] [--only CLIENT]

Starts a server on the demo model and runs clients against it: $CLIENTS.
Ends with 1 when a check fails.

  --seconds N      time of each of the two runs of schemathesis; 60
  --only CLIENT    one of them
TEXT
}

# has_version FOLDER FILE: whether what lies in the folder was made from this very file.
has_version() {
    cmp -s "$1/made-from" "$2"
}

bring_python() {
    local folder="$1/python" wanted="$2/python/requirements.txt"
    has_version "$folder" "$wanted" && return 0
    echo "clients: fetching the Python clients" >&2
    rm -rf "$folder"
    python3 -m venv "$folder" &&
        "$folder/bin/pip" install -q --disable-pip-version-check -r "$wanted" >&2 && cp "$wanted" "$folder/made-from"
}

bring_node() {
    local folder="$1/node" wanted="$2/node/package.json"
    has_version "$folder" "$wanted" && return 0
    echo "clients: fetching the JavaScript client" >&2
    rm -rf "$folder" && mkdir -p "$folder" && cp "$wanted" "$folder/" &&
        (cd "$folder" && npm install --silent --no-audit --no-fund >&2) && cp "$wanted" "$folder/made-from"
}

bring_java() {
    local folder="$1/java" wanted="$2/java/pom.xml"
    has_version "$folder" "$wanted" && return 0
    echo "clients: fetching the Java clients" >&2
    rm -rf "$folder"
    mvn -B -ntp -q -f "$wanted" "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies" \
        -DoutputDirectory="$folder" >&2 && cp "$wanted" "$folder/made-from"
}

# bring_clients FOLDER SOURCES: whatever is missing; one at a time.
bring_clients() {
    mkdir -p "$1"
    (
        flock 9
        bring_python "$1" "$2" && bring_node "$1" "$2" && bring_java "$1" "$2"
    ) 9<"$1"
}

# start_server ROOT WORK: sets server_pid and exports what the clients read.
start_server() {
    local root="$1" work="$2" left=120
    "$root/troupe" up --home "$work/home" --port 0 --json >"$work/up.json" 2>"$work/up.log" &
    server_pid=$!
    until [ -s "$work/up.json" ]; do
        if ! kill -0 "$server_pid" 2>/dev/null || [ "$((left -= 1))" -eq 0 ]; then
            { echo "clients: the server did not start:"; tail -n 20 "$work/up.log"; } >&2
            return 1
        fi
        sleep 1
    done
    TROUPE_URL=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' "$work/up.json")
    TROUPE_API_KEY=$(sed -n 's/.*"tenantKey":"\([^"]*\)".*/\1/p' "$work/up.json")
    TROUPE_MODEL=$(sed -n 's/.*"models":\["\([^"]*\)".*/\1/p' "$work/up.json")
    [ -n "$TROUPE_MODEL" ] || { echo "clients: the server has no demo model" >&2; return 1; }
    export TROUPE_URL TROUPE_API_KEY TROUPE_MODEL
}

run_schemathesis() {
    local seconds="$1" folder="$2" sources="$3" work="$4" name="$5" output="$4/schemathesis-$5.txt" told
    shift 5
    # What the schema cannot say (vocabulary, context, rules between fields) may be refused with 400.
    # It leaves notes where it runs.
    if (cd "$work" && SCHEMATHESIS_HOOKS=schema_hooks PYTHONPATH="$sources/python" PYTHONDONTWRITEBYTECODE=1 \
        "$folder/python/bin/st" --config-file "$sources/python/schemathesis.toml" run "$TROUPE_URL/openapi.yml" \
        -H "Authorization: Bearer $TROUPE_API_KEY" --workers 2 --max-time "$seconds" --request-timeout 60 \
        --exclude-checks positive_data_acceptance --continue-on-failure \
        "$@") >"$output" 2>&1; then
        told=$(sed -n 's/^ *\([0-9]* generated.*\)/\1/p' "$output")
        printf 'ok\tschemathesis\t%s\t%s\n' "$name" "$told"
    else
        cat "$output" >&2
        printf 'FAIL\tschemathesis\t%s\tsee above\n' "$name"
    fi
}

# After all that the server has to be as it was: nothing runs, and nothing was its own fault.
check_server() {
    local metrics
    metrics=$(curl -sS -H "Authorization: Bearer $TROUPE_API_KEY" "$TROUPE_URL/metrics")
    if grep -q '^troupe_num_requests_running 0.0$' <<<"$metrics" &&
        ! grep -E '^troupe_request_failure_total\{code="(internal_error|numerics_failed)"\} [1-9]' <<<"$metrics" >&2; then
        printf 'ok\tserver\tidle, without a fault of its own\t\n'
    else
        printf 'FAIL\tserver\tidle, without a fault of its own\t%s\n' "$(grep num_requests_running <<<"$metrics")"
    fi
}

# run_client NAME SECONDS FOLDER SOURCES WORK: prints lines "ok|FAIL <tab> client <tab> check <tab> detail".
run_client() {
    local seconds="$2" folder="$3" sources="$4" work="$5"
    case "$1" in
        curl) bash "$sources/curl/checks.sh" ;;
        openai-python) "$folder/python/bin/python" "$sources/python/openai_python.py" ;;
        openai-node) cp "$sources/node/openai_node.mjs" "$folder/node/" && node "$folder/node/openai_node.mjs" ;;
        openai-java) run_java OpenAiJava "$folder" "$sources" "$work" ;;
        langchain4j) run_java LangChain4j "$folder" "$sources" "$work" ;;
        schemathesis)
            run_schemathesis "$seconds" "$folder" "$sources" "$work" "every route"
            run_schemathesis "$seconds" "$folder" "$sources" "$work" "what a model answers" \
                --mode positive --phases fuzzing --include-tag text
            ;;
    esac
}

run_java() {
    local main="$1" jars="$2/java/*" classes="$4/classes"
    [ -d "$classes" ] || "$JAVA_HOME/bin/javac" -nowarn -d "$classes" -cp "$jars" "$3"/java/*.java 2>"$4/javac.txt" ||
        { cat "$4/javac.txt" >&2; return 1; }
    "$JAVA_HOME/bin/java" -cp "$classes:$jars" "$main"
}

# One line per check as it comes, and the lines in $1.
show_checks() {
    local lines="$1" result client name told
    while IFS=$'\t' read -r result client name told; do
        printf '%s\t%s\n' "$result" "$client" >>"$lines"
        printf '%-4s  %-13s  %-34s  %s\n' "$result" "$client" "$name" "$told"
    done
}

# The table at the end. A client that told nothing has failed.
sum_up() {
    local lines="$1" client passed failed status=0
    shift
    printf '\n%-13s  %6s  %6s\n' client passed failed
    for client in "$@" server; do
        passed=$(grep -c -P "^ok\t$client\$" "$lines" || true)
        failed=$(grep -c -P "^FAIL\t$client\$" "$lines" || true)
        printf '%-13s  %6d  %6d\n' "$client" "$passed" "$failed"
        [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ] || status=1
    done
    return "$status"
}

run_clients() {
    local root="$1" seconds=60 chosen="$CLIENTS" folder work server_pid="" client status=0
    shift
    while [ $# -gt 0 ]; do
        case "$1" in
            --seconds) seconds=${2:?--seconds needs a number} && shift 2 ;;
            --only) chosen=${2:?--only needs a client} && shift 2 ;;
            --help | -h) clients_help; return 0 ;;
            *) echo "clients: no option '$1'" >&2; clients_help >&2; return 2 ;;
        esac
    done
    for client in $chosen; do
        case " $CLIENTS " in *" $client "*) ;; *) echo "clients: no client '$client'" >&2; return 2 ;; esac
    done
    folder=$(clients_folder)
    bring_clients "$folder" "$root/bench/clients" || { echo "clients: a client could not be fetched" >&2; return 1; }
    work=$(mktemp -d)
    # shellcheck disable=SC2064 # the folder as it is now
    trap "stop_server; rm -rf '$work'" EXIT
    build_if_stale "$root" && start_server "$root" "$work" || return 1
    : >"$work/lines"
    for client in $chosen; do
        # A client's own exit status says nothing that its lines do not.
        { run_client "$client" "$seconds" "$folder" "$root/bench/clients" "$work" || true; } |
            show_checks "$work/lines"
    done
    check_server | show_checks "$work/lines"
    # The clients' names are words.
    # shellcheck disable=SC2086
    sum_up "$work/lines" $chosen || status=1
    return "$status"
}

stop_server() {
    [ -n "${server_pid:-}" ] || return 0
    kill "$server_pid" 2>/dev/null || true
    wait "$server_pid" 2>/dev/null || true
}
