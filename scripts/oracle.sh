# Sourced by ./do: asks transformers what small models of every family answer.

readonly ORACLE_TORCH=2.12.1
readonly ORACLE_TRANSFORMERS=5.24.0

# Makes a private Python environment in folder $1, once; some gigabytes.
bring_oracle() {
    local folder="$1" stamp="torch $ORACLE_TORCH transformers $ORACLE_TRANSFORMERS"
    has_stamp "$folder" "$stamp" && return 0
    need_tools pip || return 1
    echo "oracle: installing torch $ORACLE_TORCH and transformers $ORACLE_TRANSFORMERS (some gigabytes)" >&2
    rm -rf "$folder"
    mkdir -p "$(dirname "$folder")"
    python3 -m venv "$folder" &&
        "$folder/bin/pip" install -q --disable-pip-version-check --no-cache-dir \
            "torch==$ORACLE_TORCH" "transformers==$ORACLE_TRANSFORMERS" safetensors numpy >&2 || return 1
    echo "$stamp" >"$folder/stamp"
}

# ask_oracle ROOT: writes the golden files that tests compare with.
ask_oracle() {
    local root="$1" cache
    cache="${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/troupe/oracle"
    bring_oracle "$cache" || return 1
    "$cache/bin/python" "$root/scripts/oracle/oracle.py" "$root/bench/src/test/resources/golden/families"
}
