#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages in a bare Debian 12, uses them, upgrades, removes and purges them: deb-test.sh FOLDER, as root, where
# FOLDER has what Scripts/deb.sh made. ROOT is a folder with a bare Debian (mmdebstrap --variant=minbase); without it one is made.
# Lintian checks the packages first, if it is installed. RUNTIME is a folder with the libraries of Swift, for programs that were linked to
# them, as debug builds are.
# There is no systemd in a chroot, so the script runs the service as its unit would. If systemd-nspawn can boot that Debian (package
# systemd-container), it also starts with it, with all restrictions of the unit.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[ $# -eq 1 ] || { sed -n '3,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo "deb-test: a chroot needs root" >&2; exit 1; }
packages=$(cd "$1" && pwd)
work=$(mktemp -d)
root=$work/root
service=
finish() {
    [ -z "$service" ] || kill "$service" 2>/dev/null || true
    umount -l "$root/proc" 2>/dev/null || true
    umount -l "$root/dev" 2>/dev/null || true
    # Don't delete anything that is still mounted.
    rm -rf --one-file-system "$work"
}
trap finish EXIT
say() { echo "deb-test: $*"; }
fail() { echo "deb-test: $*" >&2; exit 1; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
quietly() { "$@" >"$work/log" 2>&1 || { tail -n 30 "$work/log" >&2; fail "failed: $*"; }; }

if command -v lintian >/dev/null; then
    say "lintian"
    # Packages that are in no archive close no bug.
    lintian --suppress-tags initial-upload-closes-no-bugs --fail-on error,warning "$packages"/*.deb || fail "lintian found mistakes"
fi

if [ -n "${ROOT:-}" ]; then
    cp -a "$ROOT" "$root"
else
    say "making a bare Debian"
    quietly mmdebstrap --variant=minbase bookworm "$root" /etc/apt/sources.list.d/debian.sources
fi
attach() {
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
}
detach() { umount -l "$root/proc" "$root/dev"; }
attach
cp /etc/resolv.conf "$root/etc/resolv.conf"

mkdir -p "$root/packages"
cp "$packages"/windowbox_*.deb "$root/packages/windowbox.deb"
cp "$packages"/windowbox-service_*.deb "$root/packages/windowbox-service.deb"
cp "$packages"/windowbox-doc_*.deb "$root/packages/windowbox-doc.deb"
for name in libwindowbox1 libwindowbox-dev gir1.2-windowbox-1; do cp "$packages/${name}"_*.deb "$root/packages/$name.deb"; done
if [ -n "${RUNTIME:-}" ]; then
    install -d "$root/usr/local/lib"
    cp "$RUNTIME"/*.so "$root/usr/local/lib/"
    inside ldconfig
fi
# The same packages with a later version.
for name in windowbox windowbox-service windowbox-doc; do
    dpkg-deb -R "$root/packages/$name.deb" "$work/later"
    sed -i 's/^Version: .*/&+later/' "$work/later/DEBIAN/control"
    dpkg-deb --root-owner-group -Znone -b "$work/later" "$root/packages/$name-later.deb" >/dev/null
    rm -rf "$work/later"
done
install_all() { quietly inside apt-get -q -y -o Dpkg::Options::=--force-confold install --no-install-recommends "${@/#//packages/}"; }

echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/test"
say "install"
quietly inside apt-get -q update
install_all windowbox.deb windowbox-service.deb windowbox-doc.deb
[ "$(inside stat -c '%U:%G %a' /var/lib/windowbox)" = "windowbox:windowbox 700" ] || fail "/var/lib/windowbox is not its user's own"
for file in usr/share/man/man1/windowbox.1.gz usr/share/bash-completion/completions/windowbox usr/share/applications/org.windowbox.Desktop.desktop \
    usr/share/icons/hicolor/scalable/apps/org.windowbox.Desktop.svg usr/share/metainfo/org.windowbox.Desktop.metainfo.xml lib/systemd/system/windowbox.service \
    usr/share/doc/windowbox-doc/html/index.html; do
    [ -f "$root/$file" ] || fail "/$file is missing"
done
for program in windowbox windowbox-desktop windowbox-service windowbox-ingest; do
    quietly inside "$program" --help
    if inside ldd "/usr/bin/$program" | grep 'not found'; then fail "$program lacks libraries"; fi
done

say "use"
quietly inside ffmpeg -loglevel error -f lavfi -i testsrc2=duration=2:size=320x180:rate=30 -f lavfi -i sine=duration=2 -pix_fmt yuv420p -c:v mpeg4 -c:a aac /film.mp4
quietly inside windowbox probe /film.mp4 --json
quietly inside windowbox play /film.mp4 --headless --max-rate --report /report.json
[ -s "$root/report.json" ] || fail "windowbox play wrote no report"

say "the library"
install_all libwindowbox1.deb gir1.2-windowbox-1.deb
if inside ldd "/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)/libwindowbox.so.1" | grep 'not found'; then fail "libwindowbox lacks libraries"; fi
quietly inside apt-get -q -y install --no-install-recommends python3-gi
cat >"$root/length.py" <<'END'
import gi
gi.require_version("Windowbox", "1")
from gi.repository import GLib, Windowbox
loop = GLib.MainLoop()
player = Windowbox.Player(silent=True, uri="file:///film.mp4")
player.connect("end-of-stream", lambda _: loop.quit())
player.connect("error", lambda _, error: print(error.message) or loop.quit())
player.play()
loop.run()
print("seconds", round(player.get_duration()))
END
inside python3 /length.py >"$work/log" 2>&1 || true
grep -qx 'seconds 2' "$work/log" || { cat "$work/log" >&2; fail "Python did not play the film"; }
install_all libwindowbox-dev.deb
quietly inside apt-get -q -y install --no-install-recommends gcc libc6-dev pkg-config
cp Examples/C/frames.c "$root/frames.c"
# shellcheck disable=SC2016 # the inner shell expands it
quietly inside sh -c 'cc -Wall -Werror /frames.c -o /frames $(pkg-config --cflags --libs windowbox-1)'
quietly inside /frames /film.mp4
grep -q '^ended after 2.0 s$' "$work/log" || fail "the program in C did not play the film"
quietly inside apt-get -q -y remove libwindowbox1
[ ! -e "$root/usr/include/windowbox-1" ] || fail "/usr/include/windowbox-1 is left"

# As windowbox.service does, but on a free port.
start() {
    : >"$work/service.log"
    chroot --userspec=windowbox:windowbox "$root" env -i PATH=/usr/bin:/bin HOME=/var/lib/windowbox \
        windowbox-service --config /etc/windowbox/service.conf --set listen=127.0.0.1:0 2>"$work/service.log" &
    service=$!
    for _ in {1..600}; do
        port=$(sed -n 's/.*"port":"\{0,1\}\([0-9]*\).*/\1/p' "$work/service.log" | head -n 1)
        [ -n "$port" ] && curl -fs -o /dev/null "http://127.0.0.1:$port/readyz" && return
        kill -0 "$service" 2>/dev/null || break
        sleep 0.1
    done
    tail -n 20 "$work/service.log" >&2
    fail "the service did not get ready"
}
stop() { kill "$service"; wait "$service" || true; service=; }

say "serve"
start
# As the operator would: a client of the service, with its settings.
manage() { chroot --userspec=windowbox:windowbox "$root" env -i PATH=/usr/bin:/bin HOME=/var/lib/windowbox windowbox-service "$@" --config /etc/windowbox/service.conf; }
manage add-client Ann --business mine >"$work/client" || fail "add-client failed"
client=$(awk '$1 == "client_id" { print $2 }' "$work/client")
secret=$(awk '$1 == "client_secret" { print $2 }' "$work/client")
# The client is in the database, and what signs its token in the file of secrets.
sign_in() {
    curl -fsS -o /dev/null "http://127.0.0.1:$port/oauth/token" -d grant_type=client_credentials -d "client_id=$client" \
        -d "client_secret=$secret" || fail "the client can't sign in"
}
sign_in
stop
[ -f "$root/var/lib/windowbox/service.sqlite" ] || fail "there is no database in /var/lib/windowbox"
secrets=$(sha256sum <"$root/var/lib/windowbox/service.sqlite.secret")

say "upgrade"
echo '# by the operator' >>"$root/etc/windowbox/service.conf"
database=$(stat -c %i "$root/var/lib/windowbox/service.sqlite")
install_all windowbox-later.deb windowbox-service-later.deb windowbox-doc-later.deb
grep -q 'by the operator' "$root/etc/windowbox/service.conf" || fail "the upgrade lost the operator's settings"
[ "$(sha256sum <"$root/var/lib/windowbox/service.sqlite.secret")" = "$secrets" ] || fail "the upgrade changed the secrets"
[ "$(stat -c %i "$root/var/lib/windowbox/service.sqlite")" = "$database" ] || fail "the upgrade replaced the database"
start
# What was stored before the upgrade is still there.
sign_in
stop

# Boots the root, in which the service starts by itself, checks that it serves, restarts it, and shuts down. The sandbox for media must
# work inside the unit, too.
boot() {
    quietly inside apt-get -q -y install --no-install-recommends systemd systemd-sysv dbus curl
    cat >"$root/check" <<'END'
#!/bin/sh
ready() { for _ in $(seq 150); do curl -fs -o /dev/null http://127.0.0.1:8080/readyz && return; sleep 0.2; done; return 1; }
if systemctl is-enabled windowbox && ready && systemctl restart windowbox && ready; then echo ready; fi >/checked 2>&1
unit=$(systemctl show -p MainPID --value windowbox)
grep NoNewPrivs /proc/"$unit"/status >>/checked
journalctl --no-pager -u windowbox >/journal
systemctl poweroff --force
END
    chmod 755 "$root/check"
    printf '[Unit]\nAfter=windowbox.service\n[Service]\nExecStart=/check\n[Install]\nWantedBy=multi-user.target\n' \
        >"$root/etc/systemd/system/check.service"
    quietly inside systemctl enable check.service
    detach
    timeout 180 systemd-nspawn -q --register=no --keep-unit --private-network -b -D "$root" </dev/null >"$work/log" 2>&1 || true
    attach
    if ! grep -qx ready "$root/checked" || ! grep -q 'NoNewPrivs:.*1' "$root/checked"; then
        cat "$root/checked" "$root/journal" >&2
        tail -n 20 "$work/log" >&2
        fail "the service does not start under systemd"
    fi
    rm -f "$root/etc/systemd/system/multi-user.target.wants/check.service"
}
detach
bootable=no
if command -v systemd-nspawn >/dev/null && systemd-nspawn -q --register=no --keep-unit --private-network --pipe -D "$root" true >"$work/log" 2>&1; then
    bootable=yes
fi
attach
if [ "$bootable" = yes ]; then
    say "start under systemd"
    boot
else
    say "left out: the unit under systemd, because systemd-nspawn is missing or can't boot here"
fi

say "remove"
quietly inside apt-get -q -y remove windowbox windowbox-service windowbox-doc
for file in usr/bin/windowbox usr/bin/windowbox-service usr/share/doc/windowbox-doc; do [ ! -e "$root/$file" ] || fail "/$file is left"; done
for file in var/lib/windowbox/service.sqlite etc/windowbox/service.conf; do [ -f "$root/$file" ] || fail "removing took /$file"; done
say "purge"
# The other package left nothing to purge.
quietly inside apt-get -q -y purge windowbox-service
for file in var/lib/windowbox etc/windowbox; do [ ! -e "$root/$file" ] || fail "purging left /$file"; done
say "installed, used, upgraded, removed, purged"
