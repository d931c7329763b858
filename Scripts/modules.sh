# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced after toolchain.sh by scripts that call compiler tools directly: where to find the built modules.

modules=$PWD/.build/debug/Modules
module_flags=(-I "$modules" -module-cache-path .build/snippets -Xcc -pthread)
for folder in Sources/System/* .build/checkouts/*/Sources/GRDBSQLite; do module_flags+=(-I "$folder"); done
while read -r map; do module_flags+=(-Xcc "-fmodule-map-file=$map"); done < <(
    find .build/checkouts/*/Sources -path '*/include/module.modulemap'
    find .build/debug/ -maxdepth 2 -path '*.build/module.modulemap')
while read -r header; do module_flags+=(-Xcc "$header"); done < <(
    pkg-config --cflags libavformat libpulse libadwaita-1 libxml-2.0 libpq | xargs -n 1)
