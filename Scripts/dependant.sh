#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks which packages an app resolves that depends on Windowbox: a package in a temporary folder depends on this Package.swift by URL
# and version, and the packages that SwiftPM resolves are compared with the list below. The repositories are those that our own build has
# fetched, so this needs no network.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

# The player itself uses swift-collections and swift-crypto (with swift-asn1). SwiftPM also fetches what other products use: SwiftNIO and
# its dependencies, for casting and for the feed's live connection. A new name is one more download for every app with the player, so it
# needs a reason in the commit.
expected=(
    swift-asn1 swift-atomics swift-collections swift-crypto swift-nio swift-nio-ssl swift-system windowbox
)

repositories=.build/repositories
if [ ! -d "$repositories" ]; then
    echo "dependant: $repositories is missing; run make build first" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git_in() { git -C "$1" -c user.name=check -c user.email=check@localhost -c commit.gpgsign=false -c tag.gpgsign=false "${@:2}"; }

mkdir -p "$work/windowbox" "$work/app/Sources/App" "$work/home"
cp Package.swift "$work/windowbox/"
git_in "$work/windowbox" init -q
git_in "$work/windowbox" add Package.swift
git_in "$work/windowbox" commit -q --no-verify -m check
git_in "$work/windowbox" tag 1.0.0

cat >"$work/app/Package.swift" <<EOF
// swift-tools-version:6.2
import PackageDescription
let package = Package(
    name: "app", dependencies: [.package(url: "file://$work/windowbox", from: "1.0.0")],
    targets: [.executableTarget(name: "App", dependencies: [.product(name: "WindowboxPlayer", package: "windowbox")])])
EOF
echo 'import WindowboxPlayer' >"$work/app/Sources/App/main.swift"
# The versions that we build with, so that a new release elsewhere does not change the result.
cp Package.resolved "$work/app/"

# Packages spell a URL with and without .git; both lead to the same fetched repository. Only local files can be reached.
{
    for repository in "$repositories"/*; do
        address=$(git --git-dir="$repository" config remote.origin.url)
        for spelling in "${address%.git}" "${address%.git}.git"; do
            printf '[url "%s"]\n\tinsteadOf = %s\n' "$PWD/$repository" "$spelling"
        done
    done
    printf '[safe]\n\tdirectory = *\n[protocol]\n\tallow = never\n[protocol "file"]\n\tallow = always\n'
} >"$work/home/gitconfig"

if ! GIT_CONFIG_GLOBAL=$work/home/gitconfig GIT_CONFIG_NOSYSTEM=1 \
    swift package --package-path "$work/app" --disable-dependency-cache resolve >"$work/log" 2>&1; then
    tail -n 20 "$work/log" >&2
    echo "dependant: an app that depends on WindowboxPlayer does not resolve; the last lines of SwiftPM are above" >&2
    exit 1
fi

sed -n 's/.*"identity" : "\(.*\)".*/\1/p' "$work/app/Package.resolved" | sort >"$work/resolved"
printf '%s\n' "${expected[@]}" | sort >"$work/expected"
if ! diff --label "expected by Scripts/dependant.sh" --label "resolved" -u "$work/expected" "$work/resolved" >&2; then
    echo "dependant: a player-only app resolves other packages than expected. Products in Package.swift must not reach" >&2
    echo "what only the programs and the service use; if the player itself needs it, add it to the list in Scripts/dependant.sh." >&2
    exit 1
fi
echo "dependant: a player-only app resolves $(($(wc -l <"$work/resolved") - 1)) packages besides Windowbox"
