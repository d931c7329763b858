#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the container of the service from Debian packages and runs it with PostgreSQL and nginx as deploy/container/compose.yaml says:
# container-test.sh FOLDER, where FOLDER, below the repository, has what Scripts/deb.sh made. Needs podman and podman-compose.
#
# BASE, POSTGRES and NGINX are images to use in place of those of compose.yaml. ROOT is a folder with a bare Debian 12 from which the three
# are made if there is no registry: PostgreSQL and nginx are then Debian's, with as much of the usual entry point as the file needs.
# RUNTIME is as in deb-test.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[ $# -eq 1 ] || { sed -n '3,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2; }
packages=$(realpath --relative-to=. "$1")
work=$(mktemp -d)
project=windowbox-test-$$
say() { echo "container-test: $*"; }
fail() { echo "container-test: $*" >&2; exit 1; }
quietly() { "$@" >"$work/log" 2>&1 || { tail -n 30 "$work/log" >&2; fail "failed: $*"; }; }
compose() { (cd deploy/container && podman-compose -p "$project" "$@"); }
# shellcheck disable=SC2317 # reached through the trap
finish() {
    compose down -v >"$work/down" 2>&1 || true
    rm -rf "$work"
}
trap finish EXIT

if [ -n "${ROOT:-}" ]; then
    say "making images of $ROOT"
    tar -C "$ROOT" --exclude=./proc --exclude=./sys --exclude=./dev -cf - . | podman import -q - localhost/windowbox-test-base >/dev/null
    mkdir "$work/postgres" "$work/nginx" "$work/base"
    if [ -n "${RUNTIME:-}" ]; then cp "$RUNTIME"/*.so "$work/base/"; fi
    touch "$work/base/none.so"
    printf 'FROM localhost/windowbox-test-base\nCOPY *.so /usr/local/lib/\nRUN rm /usr/local/lib/none.so && ldconfig\n' >"$work/base/Containerfile"
    cat >"$work/postgres/entrypoint.sh" <<'END'
#!/bin/sh
set -eu
bin=$(echo /usr/lib/postgresql/*/bin)
cd /tmp
if [ ! -e /var/lib/postgresql/data/PG_VERSION ]; then
    install -d -o postgres -m 700 /var/lib/postgresql/data
    echo "$POSTGRES_PASSWORD" >/tmp/password
    chown postgres /tmp/password
    runuser -u postgres -- "$bin/initdb" -D /var/lib/postgresql/data -U "$POSTGRES_USER" -A scram-sha-256 --pwfile=/tmp/password --locale=C.UTF-8
    echo 'host all all all scram-sha-256' >>/var/lib/postgresql/data/pg_hba.conf
    echo 'local all all trust' >/var/lib/postgresql/data/pg_hba.conf.new
    cat /var/lib/postgresql/data/pg_hba.conf >>/var/lib/postgresql/data/pg_hba.conf.new
    mv /var/lib/postgresql/data/pg_hba.conf.new /var/lib/postgresql/data/pg_hba.conf
    chown postgres /var/lib/postgresql/data/pg_hba.conf
    install -d -o postgres /var/run/postgresql
    runuser -u postgres -- "$bin/pg_ctl" -D /var/lib/postgresql/data -w start
    runuser -u postgres -- "$bin/createdb" -U "$POSTGRES_USER" "$POSTGRES_DB"
    runuser -u postgres -- "$bin/pg_ctl" -D /var/lib/postgresql/data -w stop
fi
install -d -o postgres /var/run/postgresql
exec runuser -u postgres -- "$bin/postgres" -D /var/lib/postgresql/data -c 'listen_addresses=*'
END
    chmod +x "$work/postgres/entrypoint.sh"
    install='RUN apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends'
    printf 'FROM localhost/windowbox-test-base\n%s postgresql\nCOPY entrypoint.sh /\nENTRYPOINT ["/entrypoint.sh"]\n' "$install" \
        >"$work/postgres/Containerfile"
    printf 'FROM localhost/windowbox-test-base\n%s nginx-light\nENTRYPOINT ["nginx", "-g", "daemon off;"]\n' "$install" >"$work/nginx/Containerfile"
    quietly podman build --isolation chroot -t localhost/windowbox-test-swift "$work/base"
    quietly podman build --isolation chroot -t localhost/windowbox-test-postgres "$work/postgres"
    quietly podman build --isolation chroot -t localhost/windowbox-test-nginx "$work/nginx"
    BASE=localhost/windowbox-test-swift POSTGRES=localhost/windowbox-test-postgres NGINX=localhost/windowbox-test-nginx
fi
if [ -n "${BASE:-}" ]; then export WINDOWBOX_BASE_IMAGE=$BASE; fi
if [ -n "${POSTGRES:-}" ]; then export WINDOWBOX_POSTGRES_IMAGE=$POSTGRES; fi
if [ -n "${NGINX:-}" ]; then export WINDOWBOX_NGINX_IMAGE=$NGINX; fi
WINDOWBOX_DATABASE_PASSWORD=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
WINDOWBOX_PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
export WINDOWBOX_DATABASE_PASSWORD WINDOWBOX_PORT WINDOWBOX_PACKAGES=$packages

say "build"
quietly podman build --isolation chroot -t localhost/windowbox-service -f deploy/container/Containerfile \
    --build-arg "PACKAGES=$packages" ${BASE:+--build-arg "BASE=$BASE"} .

ready() {
    for _ in {1..300}; do
        curl -fs -o /dev/null "http://127.0.0.1:$WINDOWBOX_PORT/readyz" && return
        sleep 0.2
    done
    compose logs >&2 || true
    fail "the service did not get ready behind nginx"
}
sign_in() {
    curl -fsS -o /dev/null "http://127.0.0.1:$WINDOWBOX_PORT/oauth/token" -d grant_type=client_credentials -d "client_id=$client" \
        -d "client_secret=$secret" || fail "the client can't sign in"
}

say "start"
quietly compose up -d
ready
compose exec -T service windowbox-service add-client Ann --business mine >"$work/client" 2>"$work/log" || { cat "$work/log" >&2; fail "add-client failed"; }
client=$(awk '$1 == "client_id" { print $2 }' "$work/client" | tr -d '\r')
secret=$(awk '$1 == "client_secret" { print $2 }' "$work/client" | tr -d '\r')
sign_in
[ "$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$WINDOWBOX_PORT/metrics")" = 404 ] || fail "/metrics is public"
curl -fsS "http://127.0.0.1:$WINDOWBOX_PORT/openapi.json" -o "$work/openapi.json" || fail "/openapi.json is missing"

say "start again"
quietly compose down
quietly compose up -d
ready
# The volumes have the client and the secret.
sign_in
say "built, started, used, and started again with its data"
