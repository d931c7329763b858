#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the service on this machine as it is run at scale: nginx before two service processes, PostgreSQL, media in S3.
#
#   deploy/start.sh FOLDER [PORT]
#
# All that it makes is in FOLDER; PORT (8080) is where nginx listens, 0 any that is free. Ctrl-C ends all of it, and the same
# command goes on with what is there. WINDOWBOX_PROGRAMS is the folder of windowbox-service (/usr/local/bin). WINDOWBOX_MEDIA is
# the bucket (s3://bucket?endpoint=https://host, keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY); without it a server that
# speaks S3 and forgets everything when it ends is started, to try it with. WINDOWBOX_CERTIFICATE and WINDOWBOX_KEY are files in
# PEM: with them nginx speaks TLS, and WINDOWBOX_PUBLIC_URL is how clients reach it (https://127.0.0.1:PORT); without them it is
# for this machine alone.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# -ge 1 ] || { sed -n '3,14s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
port=${2:-8080}
programs=${WINDOWBOX_PROGRAMS:-/usr/local/bin}
others=()
say() { echo "deploy: $*"; }
need() { command -v "$1" >/dev/null || { say "$1 is missing. Install the Debian package $2." >&2; exit 1; }; }
need nginx nginx-light
need curl curl
need python3 python3
[ -x "$programs/windowbox-service" ] || { say "$programs/windowbox-service is missing; see WINDOWBOX_PROGRAMS" >&2; exit 1; }
postgres=$(find /usr/lib/postgresql -maxdepth 3 -name initdb 2>/dev/null | sort -V | tail -n 1)
[ -n "$postgres" ] || { say "PostgreSQL is missing. Install the Debian package postgresql." >&2; exit 1; }
postgres=$(dirname "$postgres")

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
# The server refuses to be root's; then it is its package's own user's.
as_postgres() { if [ "$(id -u)" -eq 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }

stop() {
    trap - EXIT
    # It is ending already.
    trap '' INT TERM
    touch "$folder/stopping"
    # Those who start the services again end with them.
    for number in 1 2; do [ ! -f "$folder/service-$number.pid" ] || kill -TERM "$(cat "$folder/service-$number.pid")" 2>/dev/null || true; done
    for child in "${others[@]}"; do kill -TERM "$child" 2>/dev/null || true; done
    wait || true
    as_postgres "$postgres/pg_ctl" -D "$folder/postgres/data" -m fast stop >/dev/null 2>&1 || true
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
rm -f "$folder/stopping"

# The database: reached by a socket in the folder, so that it needs no port and no password.
mkdir -p "$folder/postgres"
[ "$(id -u)" -ne 0 ] || chown postgres "$folder/postgres"
if [ ! -d "$folder/postgres/data" ]; then
    say "making the database"
    as_postgres "$postgres/initdb" -D "$folder/postgres/data" -U windowbox -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
fi
as_postgres "$postgres/pg_ctl" -D "$folder/postgres/data" -l "$folder/postgres/log" -w \
    -o "-c listen_addresses='' -c unix_socket_directories='$folder/postgres'" start >/dev/null
database="host=$folder/postgres user=windowbox dbname=windowbox"
"$postgres/psql" -q -h "$folder/postgres" -U windowbox -d postgres -tc "SELECT 1 FROM pg_database WHERE datname = 'windowbox'" \
    | grep -q 1 || "$postgres/psql" -q -h "$folder/postgres" -U windowbox -d postgres -c "CREATE DATABASE windowbox"

# The bucket.
media=${WINDOWBOX_MEDIA:-}
if [ -z "$media" ]; then
    server=$("$here/../Scripts/s3-server.sh" | tail -n 1)
    # It ends when its input does.
    mkfifo "$folder/s3-input.$$"
    "$server" <"$folder/s3-input.$$" >"$folder/s3.address" 2>"$folder/s3.log" &
    others+=($!)
    exec 9>"$folder/s3-input.$$"
    rm -f "$folder/s3-input.$$"
    until [ -s "$folder/s3.address" ]; do sleep 0.1; done
    endpoint=$(head -n 1 "$folder/s3.address")
    curl -fsS -X PUT "$endpoint/windowbox" >/dev/null
    media="s3://windowbox?endpoint=$endpoint"
    export AWS_ACCESS_KEY_ID=trying AWS_SECRET_ACCESS_KEY=trying
fi

# What signs tokens, for its owner's eyes alone.
[ -f "$folder/secrets" ] || (umask 077 && python3 -c 'import secrets; print(secrets.token_hex(32))' >"$folder/secrets")

fill() {
    local text
    text=$(cat "$1")
    shift
    while [ $# -gt 0 ]; do
        text=${text//"@$1@"/"$2"}
        shift 2
    done
    printf '%s\n' "$text"
}

# Starts one again whenever it ends.
supervise() {
    local number=$1 port=$2 word=listens service
    while [ ! -e "$folder/stopping" ]; do
        "$programs/windowbox-service" --config "$folder/service-$number.conf" 2>>"$folder/service-$number.log" 9>&- &
        service=$!
        echo "$service" >"$folder/service-$number.pid"
        # Whoever stopped all of it meanwhile knew the one before.
        [ ! -e "$folder/stopping" ] || kill -TERM "$service" 2>/dev/null || true
        (ready "$port" && say "service $number $word") &
        wait "$service" || true
        word="is back"
        [ -e "$folder/stopping" ] || sleep 0.2
    done
}
# Waits until something answers there, and gives up when all is ended meanwhile.
ready() { until curl -fs "${@:3}" -o /dev/null "${2:-http}://127.0.0.1:$1/readyz"; do [ ! -e "$folder/stopping" ] || return 1; sleep 0.1; done; }

[ "$port" != 0 ] || port=$(free_port)
scheme=http ssl='' certificate='' key='' redirect='' trust=()
if [ -n "${WINDOWBOX_CERTIFICATE:-}" ]; then
    [ -n "${WINDOWBOX_KEY:-}" ] || { say "WINDOWBOX_KEY is missing: the file of the certificate's key" >&2; exit 2; }
    scheme=https ssl=' ssl' certificate="ssl_certificate $(realpath "$WINDOWBOX_CERTIFICATE");"
    key="ssl_certificate_key $(realpath "$WINDOWBOX_KEY");"
    # Whoever types the name alone comes by TLS too.
    # shellcheck disable=SC2016 # nginx expands it
    [ "$port" != 443 ] || redirect='server { listen 127.0.0.1:80; return 301 https://$host$request_uri; }'
    # Whether it answers is all that is asked here: the certificate is for the name that clients use.
    trust=(--insecure)
fi
public_url=${WINDOWBOX_PUBLIC_URL:-$scheme://127.0.0.1:$port}

ports=("$(free_port)" "$(free_port)")
live=yes
for number in 1 2; do
    fill "$here/windowbox.conf" PORT "${ports[number - 1]}" DATABASE "$database" MEDIA "$media" FOLDER "$folder" LIVE "$live" PUBLIC_URL "$public_url" \
        >"$folder/service-$number.conf"
    supervise "$number" "${ports[number - 1]}" &
    ready "${ports[number - 1]}"
    live=no
done

user=
[ "$(id -u)" -ne 0 ] || user="user root;"
fill "$here/nginx.conf" USER "$user" FOLDER "$folder" PORT1 "${ports[0]}" PORT2 "${ports[1]}" LISTEN "127.0.0.1:$port" \
    SSL "$ssl" CERTIFICATE "$certificate" KEY "$key" REDIRECT "$redirect" \
    >"$folder/nginx.conf"
nginx -p "$folder" -e "$folder/nginx.log" -c "$folder/nginx.conf" &
others+=($!)
ready "$port" "$scheme" "${trust[@]}"
say "database $database"
say "media $media"
say "ready $public_url"
wait
