# shellcheck shell=sh
# Shared by the commands in bin/: finds Python and keeps .venv up to date. Sourced with $root set.

: "${root:?set by the script that sources this file}"

say() { printf '%s\n' "$*" >&2; }

die() {
    say "$*"
    exit 1
}

# The Pythons 3.x that the site is known to run on, newest first. The README and pyproject.toml name the same.
supported='14 13 12 11'
newest=${supported%% *}
oldest=${supported##* }

# The environment that the functions below make and mend.
venv=$root/.venv

# named MINOR: where a Python 3.MINOR may be. A name on the PATH may be a shim that fails, so `suits` runs every one.
named() {
    printf '%s\n' "python3.$1"
    for path in "${HOME:-/nonexistent}"/.pyenv/versions/3."$1"*/bin/python3 \
        /usr/local/bin/python3."$1" /opt/homebrew/bin/python3."$1"; do
        [ ! -x "$path" ] || printf '%s\n' "$path"
    done
}

# The known ones first, then what may be newer.
candidates() {
    [ -z "${PYTHON:-}" ] || printf '%s\n' "$PYTHON"
    for minor in $supported; do named "$minor"; done
    printf '%s\n' python3 python
    for more in 1 2 3; do named $((newest + more)); done
}

# suits PYTHON [MODULE...]: does it run, is it new enough, can it import the modules?
suits() {
    python=$1
    shift
    "$python" -c 'import sys
assert sys.version_info >= (3, int(sys.argv[1]))
for name in sys.argv[2:]: __import__(name)' "$oldest" "$@" >/dev/null 2>&1
}

version_of() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null
}

# first_suitable [MODULE...]: prints the first suitable Python, or fails.
first_suitable() {
    list=$(candidates)
    while IFS= read -r candidate; do
        if suits "$candidate" "$@"; then
            printf '%s\n' "$candidate"
            return 0
        fi
    done <<END
$list
END
    return 1
}

choose_python() {
    first_suitable venv ensurepip && return 0
    without=$(first_suitable) || die "Python 3.$oldest to 3.$newest was not found:" \
        "install it from https://www.python.org/downloads/ and start again."
    version=$(version_of "$without")
    die "Python $version has no venv module: install it" \
        "(on Debian and Ubuntu: sudo apt install python$version-venv) and start again."
}

# A Python newer than the known ones mostly works too, so it is tried.
warn_if_newer() {
    version=$(version_of "$1")
    for minor in $supported; do
        [ "$version" != "3.$minor" ] || return 0
    done
    say "Python $version is newer than the supported versions (3.$oldest to 3.$newest):" \
        "if something fails, install a supported one, delete the folder .venv and start again."
}

make_venv() {
    python=$(choose_python) || exit 1
    warn_if_newer "$python"
    # The parentheses keep the shell's own complaint about the redirection out of sight.
    ( : >"$root/.writable" ) 2>/dev/null || die "The folder $root is not writable:" \
        "make it writable, or copy the project to another folder, and start again."
    rm -f "$root/.writable"
    rm -rf "$venv"
    "$python" -m venv "$venv" >/dev/null 2>&1 || {
        rm -rf "$venv"
        die "The Python environment $venv could not be created with $python:" \
            "free some disk space or install another Python 3.$oldest to 3.$newest, and start again."
    }
}

# A checksum of the lists and of this Python: what an installation depends on.
fingerprint() {
    (cd "$root" && cat "$@" && "$venv/bin/python" --version) | cksum
}

# install STAMP LIST...: pip installs the last list, unless STAMP says that these very lists are in place. A package that
# is not, to the last byte, the one that was locked is refused.
# The stamp goes before pip starts and comes back when it has finished, so a broken run is repaired.
install() {
    stamp=$venv/$1
    shift
    print=$(fingerprint "$@")
    [ "$(cat "$stamp" 2>/dev/null)" != "$print" ] || return 0
    [ -w "$venv" ] || die "The folder $venv is not writable: make it writable and start again."
    rm -f "$stamp"
    for list in "$@"; do :; done
    say "Installing the packages of $list (about a minute, only this once) ..."
    pip_install "$root/$list" || {
        without_numba <"$root/$list" >"$venv/without-numba.lock"
        pip_install "$venv/without-numba.lock" &&
            say "The numba compiler is not available for this machine: the site runs without it, and computer opponents look less far ahead."
    } || die "The packages could not be installed: check your internet connection and free disk space," \
        "then start again (details: $venv/install.log)."
    printf '%s\n' "$print" >"$stamp"
}

pip_install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --only-binary=numba,llvmlite \
        --require-hashes -r "$1" >"$venv/install.log" 2>&1
}

# The site runs without numba, and no marker of a requirement tells the systems for which there is none, such as Alpine.
without_numba() {
    awk '/^[a-z]/ { skip = /^(numba|llvmlite)==/ } !skip'
}

# A .venv without a stamp may be half made: it is kept only when its pip works.
usable_venv() {
    suits "$venv/bin/python" || return 1
    [ -f "$venv/requirements.stamp" ] || suits "$venv/bin/python" pip._internal.cli.main
}

ready() {
    usable_venv || make_venv
    install requirements.stamp requirements.lock
}

# Pages load quicker where esbuild bundles their scripts, so it is fetched where that takes no more than Node; not tried
# again until the list is another.
ready_for_bundles() {
    [ ! -d "$root/node_modules/@esbuild" ] && ! command -v esbuild >/dev/null 2>&1 && node_here || return 0
    stamp=$venv/bundles.stamp
    print=$(cksum <"$root/package-lock.json")
    [ "$(cat "$stamp" 2>/dev/null)" != "$print" ] || return 0
    say 'Installing the script bundler (a few seconds, only this once) ...'
    (cd "$root" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --silent --fetch-retries=0) >/dev/null 2>&1 ||
        say 'The bundler could not be installed: pages load their scripts one by one.'
    printf '%s\n' "$print" >"$stamp"
}

# One list contains the other, so that a change of either installs both.
ready_for_tests() {
    usable_venv || make_venv
    install requirements-dev.stamp requirements.lock requirements-dev.lock
    fingerprint requirements.lock >"$venv/requirements.stamp"
}

# as_root COMMAND...: only where nobody is asked for a password.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

# The lists of packages age fast on a fresh image, so they are read again once.
debian_package() {
    command -v apt-get >/dev/null 2>&1 || return 1
    as_root true 2>/dev/null || return 1
    say "Installing the Debian package $1 ..."
    as_root apt-get update >/dev/null 2>&1 || true
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$1" >/dev/null 2>&1
}

# Whether nothing may be left out.
in_ci() {
    case ${CI:-} in
        1 | true | yes) return 0 ;;
        *) return 1 ;;
    esac
}

# A Node as package.json wants it, with its npm.
node_here() {
    node -e 'const [major, minor] = process.versions.node.split(".").map(Number);
process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1);' >/dev/null 2>&1 && npm --version >/dev/null 2>&1
}

# The site needs no Node, so that one is installed in CI alone.
find_node() {
    node_here && return 0
    in_ci && debian_package nodejs && debian_package npm && node_here
}

# Puts what package-lock.json names into node_modules, unless it lies there; npm takes the stamp away before it starts.
ready_for_scripts() {
    stamp=$root/node_modules/.stamp
    print=$(cd "$root" && { cat package.json package-lock.json && node --version; } | cksum)
    [ "$(cat "$stamp" 2>/dev/null)" != "$print" ] || return 0
    say 'Installing the packages of package-lock.json (about half a minute, only this once) ...'
    (cd "$root" && npm ci --ignore-scripts --no-audit --no-fund --silent) || return 1
    printf '%s\n' "$print" >"$stamp"
}
