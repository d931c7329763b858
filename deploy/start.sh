#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the service on this machine as in production: nginx in front of two service processes, PostgreSQL, media in S3.
#
#   deploy/start.sh FOLDER [PORT]
#
# All its files are in FOLDER; nginx listens on PORT (8080; 0 is any free port). Ctrl-C stops everything, and the same command
# resumes with the existing data. WINDOWBOX_PROGRAMS is the folder of windowbox-service (/usr/local/bin). WINDOWBOX_MEDIA is the
# bucket (s3://bucket?endpoint=https://host, keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY); without it, a temporary S3
# server is started for trying things out; its data is lost when it stops. WINDOWBOX_CERTIFICATE and WINDOWBOX_KEY are PEM files:
# with them nginx serves TLS, and WINDOWBOX_PUBLIC_URL is the address that clients use (https://127.0.0.1:PORT); without them the
# service is reachable from this machine only.
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
# PostgreSQL refuses to run as root; then it runs as its package's user.
as_postgres() { if [ "$(id -u)" -eq 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }

stop() {
    trap - EXIT
    # It is already stopping.
    trap '' INT TERM
    touch "$folder/stopping"
    # The loops that restart the services are stopped with them.
    for number in 1 2; do [ ! -f "$folder/service-$number.pid" ] || kill -TERM "$(cat "$folder/service-$number.pid")" 2>/dev/null || true; done
    for child in "${others[@]}"; do kill -TERM "$child" 2>/dev/null || true; done
    wait || true
    as_postgres "$postgres/pg_ctl" -D "$folder/postgres/data" -m fast stop >/dev/null 2>&1 || true
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
rm -f "$folder/stopping"

# The database uses a socket in the folder, so it needs no port and no password.
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
    # It exits when its standard input is closed.
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

# The secret that signs tokens, readable only by its owner.
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

# Restarts a service whenever it exits, later and later if it exits soon again: up to 5 s.
supervise() {
    local number=$1 port=$2 word=listens service announcer began delay=2 step
    while [ ! -e "$folder/stopping" ]; do
        began=$SECONDS
        "$programs/windowbox-service" --config "$folder/service-$number.conf" 2>>"$folder/service-$number.log" 9>&- &
        service=$!
        echo "$service" >"$folder/service-$number.pid"
        # If everything was stopped meanwhile, only the previous process ID was known.
        [ ! -e "$folder/stopping" ] || kill -TERM "$service" 2>/dev/null || true
        (ready "$port" && say "service $number $word") &
        announcer=$!
        wait "$service" || true
        # Otherwise it would wait for the next process too, and there would be one more with each restart.
        kill "$announcer" 2>/dev/null || true
        word="is back"
        for ((step = 0; step < delay; step++)); do [ -e "$folder/stopping" ] || sleep 0.1; done
        if [ $((SECONDS - began)) -ge 10 ]; then delay=2; else delay=$((delay < 25 ? delay * 2 : 50)); fi
    done
}
# Waits until the port answers, and gives up if everything is stopped meanwhile.
ready() { until curl -fs "${@:3}" -o /dev/null "${2:-http}://127.0.0.1:$1/readyz"; do [ ! -e "$folder/stopping" ] || return 1; sleep 0.1; done; }

[ "$port" != 0 ] || port=$(free_port)
scheme=http ssl='' certificate='' key='' redirect='' trust=()
if [ -n "${WINDOWBOX_CERTIFICATE:-}" ]; then
    [ -n "${WINDOWBOX_KEY:-}" ] || { say "WINDOWBOX_KEY is missing: the file of the certificate's key" >&2; exit 2; }
    scheme=https ssl=' ssl' certificate="ssl_certificate $(realpath "$WINDOWBOX_CERTIFICATE");"
    key="ssl_certificate_key $(realpath "$WINDOWBOX_KEY");"
    # Redirects plain HTTP requests to TLS.
    # shellcheck disable=SC2016 # nginx expands it
    [ "$port" != 443 ] || redirect='server { listen 127.0.0.1:80; return 301 https://$host$request_uri; }'
    # Only checks that the service answers; the certificate is for the name that clients use.
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
