#!/bin/sh
# Installs the agent of Vigia on a machine with Linux and systemd, from its hub, or upgrades it. As root:
#   curl -fsS https://hub/agent/install.sh | sh -s -- --hub https://hub --token-file -
# All options: --help. Everything runs in main, so that half of this file does nothing.
set -eu

name=vigia-agent
root=
program=/usr/lib/vigia-agent
settings=/etc/vigia-agent
state=/var/lib/vigia-agent
unit=/etc/systemd/system/vigia-agent.service

hub= token_file= pin= ca_file= path= plain= action=install
work=

usage() {
    cat <<'TEXT'
Installs the agent of Vigia from its hub, or upgrades it; the same command does both.

  --hub <address>       the hub: https://host, with a port unless it is 443
  --token-file <file>   a file with the token that the hub shows once, or - for standard input, or to be asked for it;
                        an upgrade keeps the token that is there
  --pin sha256/<key>    accepts this public key of the hub, and no other
  --ca-file <file>      authorities to trust besides those of the system, for the certificate of the hub
  --path <path>         a path on the file system that counts as the disk, in place of /
  --allow-plain-http    allows http: to a hub in a private network; anybody there can then read the token
  --uninstall           removes the agent and all that it has stored
  --root <folder>       only puts the files below a folder, for an image; starts nothing
TEXT
}

fail() {
    echo "vigia-agent: $*" >&2
    exit 1
}

misused() {
    echo "vigia-agent: $* (--help shows all options)" >&2
    exit 2
}

read_arguments() {
    while [ $# -gt 0 ]; do
        case $1 in
        --hub | --token-file | --pin | --ca-file | --path | --root)
            [ $# -gt 1 ] || misused "$1 needs a value"
            case $1 in
            --hub) hub=${2%/} ;;
            --token-file) token_file=$2 ;;
            --pin) pin=$2 ;;
            --ca-file) ca_file=$2 ;;
            --path) path=$2 ;;
            --root) root=$2 ;;
            esac
            shift 2
            ;;
        --allow-plain-http) plain=yes && shift ;;
        --uninstall) action=uninstall && shift ;;
        --help) usage && exit 0 ;;
        *) misused "$1 is not known" ;;
        esac
    done
}

# Values go into a file of settings, so they may have no spaces, quotes and the like.
check_arguments() {
    [ -n "$hub" ] || misused 'missing --hub'
    case $hub in
    https://?*) ;;
    http://localhost | http://localhost:* | http://127.* | 'http://[::1]'*) ;;
    http://?*) [ -n "$plain" ] || misused '--hub must be https: otherwise anybody on the way could read the token' ;;
    *) misused '--hub must be the address of the hub: https://host' ;;
    esac
    case $(printf '%s' "$hub" | tr -d '[]') in *[!A-Za-z0-9.:/_-]*) misused '--hub must be the address of the hub: https://host' ;; esac
    case $pin in '' | sha256/?*) ;; *) misused '--pin must be sha256/ and the sum of the key' ;; esac
    case $pin$path in *[!A-Za-z0-9+/=._-]*) misused '--pin and --path may have letters, digits and + / = . _ - only' ;; esac
    [ -z "$ca_file" ] || [ -r "$ca_file" ] || fail "$ca_file cannot be read"
}

find_processor() {
    [ "$(uname -s)" = Linux ] || fail 'this program is for Linux: elsewhere run "vigia agent"'
    case $(uname -m) in
    x86_64 | amd64) echo x64 ;;
    aarch64 | arm64) echo arm64 ;;
    *) fail "there is no agent for $(uname -m)" ;;
    esac
}

need() {
    for each in "$@"; do command -v "$each" >/dev/null || fail "it needs the program $each: install that first"; done
}

# Prints or saves what is at an address of the hub, over a connection as the agent will have.
download() {
    if command -v curl >/dev/null; then
        # A hub that is busy says when to come back.
        set -- "$1" --fail --silent --show-error --retry 30 --retry-max-time 600 --output "$2"
        [ -z "$ca_file" ] || set -- "$@" --cacert "$ca_file"
        # The key is checked in place of the certificate.
        [ -z "$pin" ] || set -- "$@" --insecure --pinnedpubkey "sha256//${pin#sha256/}"
        curl "$@" && return
    else
        need wget
        set -- "$1" --quiet --tries=30 --retry-on-http-error=429,503 --output-document="$2"
        [ -z "$ca_file" ] || set -- "$@" --ca-certificate="$ca_file"
        [ -z "$pin" ] || set -- "$@" --no-check-certificate --pinnedpubkey="sha256//${pin#sha256/}"
        wget "$@" && return
    fi
    return 1
}

fetch_agent() {
    archive=vigia-agent-linux-$(find_processor).tar.xz
    download "$hub/agent/SHA256SUMS" "$work/SHA256SUMS" || fail "$hub/agent/SHA256SUMS cannot be fetched"
    grep " $archive\$" "$work/SHA256SUMS" >"$work/sum" ||
        fail "$hub has no $archive: $hub/agent/$archive says what to do"
    echo "Fetching the agent from $hub"
    download "$hub/agent/$archive" "$work/$archive" || fail "$hub/agent/$archive cannot be fetched"
    (cd "$work" && sha256sum -c sum >/dev/null 2>&1) || fail "$archive is damaged: its sum is not that in SHA256SUMS"
    mkdir -p "$root$program.new"
    xz -dc "$work/$archive" | tar -xf - -C "$root$program.new" --strip-components=1 ||
        fail "$archive cannot be unpacked"
    chown -R 0:0 "$root$program.new" 2>/dev/null || true
    version=$("$root$program.new/vigia-agent" --version) ||
        fail 'this agent does not run on this machine: it needs a system with glibc 2.28 or newer'
}

# Writes the token into a file that only root and the group of the agent can read.
store_token() {
    target=$root$settings/token
    mkdir -p "$root$settings"
    if [ -z "$token_file" ] && [ -s "$target" ]; then return; fi
    case $token_file in
    '') fail 'the hub shows a token when the machine is added: give it with --token-file' ;;
    -) token=$(ask_token) ;;
    *) token=$(cat "$token_file") || fail "$token_file cannot be read" ;;
    esac
    case $token in
    vigia_host_?*) ;;
    *) fail 'this is not the token of a machine, which begins with vigia_host_' ;;
    esac
    (umask 077 && printf '%s\n' "$token" >"$target")
    if [ -z "$root" ]; then
        chown "root:$name" "$target"
        chmod 640 "$target"
    fi
}

# Reads the token from standard input; where that was this script, from the terminal.
ask_token() {
    token=
    [ -t 0 ] || read -r token || true
    if [ -z "$token" ] && (: </dev/tty) 2>/dev/null; then
        printf 'Token of this machine, which its hub shows when it is added: ' >/dev/tty
        stty -echo </dev/tty 2>/dev/null || true
        read -r token </dev/tty || true
        stty echo </dev/tty 2>/dev/null || true
        echo >/dev/tty
    fi
    printf '%s' "$token"
}

store_settings() {
    options="--hub $hub"
    [ -z "$pin" ] || options="$options --pin $pin"
    [ -z "$plain" ] || options="$options --allow-plain-http"
    [ -z "$path" ] || options="$options --path $path"
    {
        echo '# Written by install.sh of the hub.'
        echo "VIGIA_AGENT_OPTIONS=$options"
        [ -z "$ca_file" ] || echo "NODE_EXTRA_CA_CERTS=$settings/ca.pem"
    } >"$root$settings/agent.env"
    chmod 755 "$root$settings"
    chmod 644 "$root$settings/agent.env"
    if [ -n "$ca_file" ]; then cp "$ca_file" "$root$settings/ca.pem" && chmod 644 "$root$settings/ca.pem"; fi
}

create_user() {
    getent group "$name" >/dev/null || groupadd --system "$name"
    getent passwd "$name" >/dev/null ||
        useradd --system --gid "$name" --home-dir "$state" --no-create-home --shell /usr/sbin/nologin "$name"
}

# Puts the new program into the place of the one that is there, which is kept until the new one is connected.
swap_program() {
    rm -rf "$root$program.old"
    if [ -d "$root$program" ]; then mv "$root$program" "$root$program.old"; fi
    mv "$root$program.new" "$root$program"
    mkdir -p "$(dirname "$root$unit")"
    cp "$root$program/vigia-agent.service" "$root$unit"
    chmod 644 "$root$unit"
}

start() {
    systemctl daemon-reload
    systemctl enable --quiet "$name"
    systemctl restart "$name"
    waited=0
    while [ "$waited" -lt 60 ]; do
        if log_of_this_start | grep -q 'Connected to '; then return 0; fi
        sleep 1
        waited=$((waited + 1))
    done
    return 1
}

log_of_this_start() {
    invocation=$(systemctl show --value --property=InvocationID "$name")
    [ -n "$invocation" ] || return 0
    journalctl --quiet --no-pager --output=cat "_SYSTEMD_INVOCATION_ID=$invocation" 2>/dev/null || true
}

# Brings back the agent of before, if there was one.
roll_back() {
    log_of_this_start | tail -n 5 >&2
    if [ ! -d "$program.old" ]; then fail "it is installed, but not connected to $hub: journalctl --unit $name says why"; fi
    rm -rf "$program"
    mv "$program.old" "$program"
    cp "$program/vigia-agent.service" "$unit"
    if [ -f "$work/agent.env" ]; then cp "$work/agent.env" "$settings/agent.env"; fi
    if [ -f "$work/token" ]; then cp -p "$work/token" "$settings/token"; fi
    systemctl daemon-reload
    systemctl restart "$name"
    fail "the new agent is not connected to $hub, so that of before runs again"
}

keep_settings() {
    for each in agent.env token; do
        if [ -f "$root$settings/$each" ]; then cp -p "$root$settings/$each" "$work/$each"; fi
    done
}

install_agent() {
    check_arguments
    need tar xz sha256sum
    if [ -z "$root" ]; then
        [ "$(id -u)" = 0 ] || fail 'it needs root: put sudo in front of sh'
        [ -d /run/systemd/system ] || fail 'it needs systemd; without it run the agent as the documentation says'
        need systemctl journalctl useradd
    fi
    fetch_agent
    keep_settings
    [ -n "$root" ] || create_user
    store_token
    store_settings
    swap_program
    if [ -n "$root" ]; then
        echo "The agent $version is in $root"
        return
    fi
    start || roll_back
    rm -rf "$program.old"
    echo "The agent $version measures this machine and is connected to $hub"
}

uninstall_agent() {
    [ -n "$root" ] || [ "$(id -u)" = 0 ] || fail 'it needs root: put sudo in front of sh'
    if [ -z "$root" ] && [ -d /run/systemd/system ]; then
        systemctl stop "$name" 2>/dev/null || true
        systemctl disable --quiet "$name" 2>/dev/null || true
    fi
    rm -f "$root/etc/systemd/system/multi-user.target.wants/$name.service"
    rm -rf "$root$unit" "$root$program" "$root$program.new" "$root$program.old" "$root$settings" "$root$state"
    if [ -z "$root" ]; then
        if [ -d /run/systemd/system ]; then
            systemctl daemon-reload
            systemctl reset-failed "$name" 2>/dev/null || true
        fi
        if getent passwd "$name" >/dev/null; then userdel "$name"; fi
        if getent group "$name" >/dev/null; then groupdel "$name"; fi
    fi
    echo 'The agent is removed. Retire the machine at the hub if it should not come back.'
}

main() {
    read_arguments "$@"
    if [ "$action" = uninstall ]; then
        uninstall_agent
        return
    fi
    work=$(mktemp -d)
    trap 'rm -rf "$work" "$root$program.new"' EXIT
    trap 'exit 130' INT TERM
    install_agent
}

main "$@"
