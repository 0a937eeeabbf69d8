#!/bin/sh
# Installs Vigia from the files of a release, after checking their sums; nothing is downloaded but what apt or npm need.
#   sudo sh install.sh            the package beside this script that fits: .deb where there is apt, otherwise npm's
#   sudo sh install.sh <file>     that one; SHA256SUMS of the release must be in the same folder
# The same again upgrades. To remove it: apt remove vigia, or npm uninstall --global vigia.
set -eu

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

# Prints the newest of the files that fit, if there is one.
newest() {
    ls -t "$@" 2>/dev/null | head -n 1
}

here=$(cd "$(dirname "$0")" && pwd)
file=${1:-}
if [ -z "$file" ] && command -v apt-get >/dev/null; then file=$(newest "$here"/vigia_*_"$(dpkg --print-architecture)".deb); fi
if [ -z "$file" ]; then file=$(newest "$here"/vigia-*.tgz); fi
[ -n "$file" ] || fail "there is no package of Vigia in $here: name its file"
[ -r "$file" ] || fail "$file cannot be read"

folder=$(cd "$(dirname "$file")" && pwd)
name=$(basename "$file")
[ -r "$folder/SHA256SUMS" ] || fail "$folder has no SHA256SUMS of the release"
sum=$(awk -v name="$name" '$2 == name' "$folder/SHA256SUMS")
[ -n "$sum" ] || fail "SHA256SUMS does not list $name"
echo "$sum" | (cd "$folder" && sha256sum --check --status) || fail "$name is damaged: its sum is not that in SHA256SUMS"

[ "$(id -u)" = 0 ] || fail "installing needs root: sudo sh $0 $file"
case $name in
*.deb) apt-get install --yes "$folder/$name" ;;
*.tgz)
    command -v npm >/dev/null || fail "$name needs npm and Node.js 22.18 or newer"
    npm install --global "$folder/$name"
    ;;
*) fail "$name is neither a .deb nor a .tgz" ;;
esac
vigia --version
