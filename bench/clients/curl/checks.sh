#!/usr/bin/env bash
# curl against a running server: what the other clients do not show, the bytes and the statuses.
set -uo pipefail

readonly CHAT="$TROUPE_URL/v1/chat/completions"
readonly PATIENCE_SECONDS=30
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# check NAME COMMAND...: prints the check's line; the command's last line is what is worth telling.
check() {
    local name="$1" told
    shift
    if told=$("$@" 2>&1); then
        printf 'ok\tcurl\t%s\t%s\n' "$name" "$(tail -n 1 <<<"$told")"
    else
        failed=1
        printf 'FAIL\tcurl\t%s\t%s\n' "$name" "$(tr '\n' ' ' <<<"$told" | cut -c 1-400)"
    fi
}

ask() {
    curl -sS --max-time 60 -H "Authorization: Bearer ${key:-$TROUPE_API_KEY}" \
        -H "Content-Type: ${type:-application/json}" "$@"
}

# body MORE: a chat with more fields.
body() {
    printf '{"model":"%s","messages":[{"role":"user","content":"Name three rivers."}],"seed":7%s}' "$TROUPE_MODEL" "$1"
}

# status EXPECTED CODE ARGUMENT...: the status, and the error's code where there is one.
status() {
    local expected="$1" code="$2" got
    shift 2
    got=$(ask -o "$work/answer" -w '%{http_code}' "$@")
    [ "$got" = "$expected" ] || { echo "status $got: $(head -c 300 "$work/answer")"; return 1; }
    [ -z "$code" ] || grep -q "\"code\":\"$code\"" "$work/answer" || { cat "$work/answer"; return 1; }
}

running() {
    ask "$TROUPE_URL/v1/ps" | sed -n 's/.*"running_sequences":\([0-9]*\).*/\1/p'
}

# await_running TEST...: until it holds for the number of sequences that run.
await_running() {
    local end=$((SECONDS + PATIENCE_SECONDS))
    until [ "$(running)" "$@" ]; do
        [ "$SECONDS" -lt "$end" ] || { echo "$(running) sequences run"; return 1; }
        sleep 0.05
    done
}

stream_ends() {
    ask -N "$CHAT" -d "$(body ',"max_tokens":8,"stream":true,"stream_options":{"include_usage":true}')" >"$work/events"
    [ "$(tail -n 2 "$work/events" | head -n 1)" = 'data: [DONE]' ] || { tail -n 3 "$work/events"; return 1; }
    [ "$(grep -c '"choices":\[\],"usage":{' "$work/events")" = 1 ] || { echo 'not one usage'; return 1; }
    [ "$(grep -v -c -E '^(data: .*|id: [0-9]+|: ping|)$' "$work/events")" = 0 ] || { cat "$work/events"; return 1; }
    grep -c '^data: ' "$work/events"
}

same_bytes() {
    local one two
    one=$(ask "$CHAT" -d "$(body ',"max_tokens":16')" | sed 's/.*"choices"//')
    two=$(ask "$CHAT" -d "$(body ',"max_tokens":16')" | sed 's/.*"choices"//;s/"cached_tokens":[0-9]*/"cached_tokens":0/')
    [ "$(sed 's/"cached_tokens":[0-9]*/"cached_tokens":0/' <<<"$one")" = "$two" ] || { echo "$one is not $two"; return 1; }
}

abort() {
    local stream="$1" pid
    # Not through ask: the shell's child has to be curl itself.
    curl -sS -N -H "Authorization: Bearer $TROUPE_API_KEY" -H 'Content-Type: application/json' "$CHAT" \
        -d "$(body ",\"max_tokens\":4000,\"ignore_eos\":true,\"stream\":$stream")" >/dev/null 2>&1 &
    pid=$!
    await_running -gt 0 || return 1
    kill "$pid"
    await_running -eq 0
}

check 'models' status 200 '' "$TROUPE_URL/v1/models"
check 'health without a key' curl -sS --fail "$TROUPE_URL/health/readiness"
check 'openapi without a key' curl -sS --fail -o /dev/null "$TROUPE_URL/openapi.yml"
check 'stream ends with [DONE]' stream_ends
check 'same request, same reply' same_bytes
check 'body in chunks' status 200 '' -H 'Transfer-Encoding: chunked' "$CHAT" -d "$(body ',"max_tokens":2')"
check 'Expect: 100-continue' status 200 '' -H 'Expect: 100-continue' "$CHAT" -d "$(body ',"max_tokens":2')"
check 'HTTP/1.0' status 200 '' --http1.0 "$CHAT" -d "$(body ',"max_tokens":2')"
check 'HTTP/2 is offered, HTTP/1.1 serves' status 200 '' --http2 "$CHAT" -d "$(body ',"max_tokens":2')"
check 'abort of a stream' abort true
check 'abort of a whole reply' abort false
key=sk-nobody check '401' status 401 invalid_api_key "$TROUPE_URL/v1/models"
check '404' status 404 not_found "$TROUPE_URL/v1/nothing"
check '405' status 405 method_not_allowed -X DELETE "$CHAT"
check '413' status 413 payload_too_large -H 'Content-Length: 50000000' "$CHAT" -d '{}'
type=text/plain check '415' status 415 unsupported_media_type "$CHAT" -d '{}'
check '400 broken JSON' status 400 invalid_json "$CHAT" -d '{"model":'
check '400 deadline' status 400 invalid_request -H 'X-Request-Deadline-Ms: soon' "$CHAT" -d "$(body '')"
exit "$failed"
