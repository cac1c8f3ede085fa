# Sourced by ./do: a small trained model of every family, written by llama.cpp's own converter in every weight format.

readonly FAMILIES_SENTENCEPIECE=0.2.1
readonly FAMILIES_PROTOBUF=7.36.2
readonly FAMILIES_TYPES="Q8_0 Q5_0 Q5_1 Q4_0 Q4_1 Q2_K Q3_K_M Q4_K_M Q5_K_M Q6_K"

families_folder() {
    printf '%s/families' "$(peers_folder)"
}

# Writes F16 files of folder $1 in every other format.
quantize_families() {
    local folder="$1" quantize file type log="$1/quantize.log"
    quantize="$(peers_folder)/llama.cpp-$LLAMA_VERSION/build/bin/llama-quantize"
    echo "families: quantising" >&2
    for file in "$folder"/*.F16.gguf; do
        for type in $FAMILIES_TYPES; do
            "$quantize" "$file" "${file%.F16.gguf}.$type.gguf" "$type" >"$log" 2>&1 ||
                { tail -n 20 "$log" >&2; return 1; }
        done
    done
    rm -f "$log"
}

# make_families ROOT: in the user's cache, once for each version of the script that makes them; some minutes. They
# appear together or not at all.
make_families() {
    local root="$1" script="$1/scripts/oracle/families.py" folder oracle work texts
    texts="${TROUPE_TEST_DATA:-}/models/smollm2/expected.json"
    [ -f "$texts" ] || { echo "families: TROUPE_TEST_DATA does not name the folder of models/smollm2" >&2; return 1; }
    folder=$(families_folder)
    cmp -s "$script" "$folder/made-by" && return 0
    oracle="${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/troupe/oracle"
    bring_oracle "$oracle" && bring_peers "$root" || return 1
    "$oracle/bin/pip" install -q --disable-pip-version-check \
        "sentencepiece==$FAMILIES_SENTENCEPIECE" "protobuf==$FAMILIES_PROTOBUF" >&2 || return 1
    work=$(mktemp -d "$folder.XXXXXX")
    "$oracle/bin/python" "$script" "$work" \
        "$(peers_folder)/llama.cpp-$LLAMA_VERSION/llama.cpp/convert_hf_to_gguf.py" "$texts" &&
        quantize_families "$work" && cp "$script" "$work/made-by" || { rm -rf "$work"; return 1; }
    rm -rf "$folder"
    mv "$work" "$folder"
}

# compare_families ROOT ARGUMENT...: what transformers said, then ours against llama.cpp.
compare_families() {
    local root="$1"
    shift
    make_families "$root" || return 1
    echo "families: perplexity in F16, as transformers has it: $(tr -d '\n' <"$(families_folder)/transformers.json")" >&2
    run_bench bench quality --model "$(families_folder)" "$@"
}
