#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts the service with an empty database and runs schemathesis (from PyPI, in a cache outside the repository) against it, with valid and
# invalid requests from its /openapi.json: without a token, with a guest's and with an administrator's. Fails on undocumented responses and
# on internal errors. EXAMPLES=n sets the requests per route (25). PARTS="a b" selects some: open, known, guests, and the resources of
# administrators by name (apps, channels, …). Arguments are passed to schemathesis.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=4.6.8
# schemathesis accepts any later version, but its generators fail with some.
hypothesis=6.148.7
cache=${XDG_CACHE_HOME:-$HOME/.cache}/windowbox
folder=$cache/schemathesis-$version-$hypothesis
mkdir -p "$cache"
exec 9>"$cache/schemathesis.lock"
flock 9
if [ ! -e "$folder/ready" ]; then
    rm -rf "$folder"
    python3 -m venv "$folder" >&2
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 15 \
        "schemathesis==$version" "hypothesis==$hypothesis" >&2
    touch "$folder/ready"
fi
flock -u 9

program=${PROGRAM:-.build/debug/windowbox-service}
work=$(mktemp -d)
service=
# shellcheck disable=SC2317  # The trap calls it.
finish() {
    [ -z "$service" ] || kill "$service" 2>/dev/null || true
    [ -z "$service" ] || wait "$service" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

settings=(--set "database=$work/x.sqlite" --set "media=$work/media" --set "work-folder=$work/work")
mkdir -p "$work/media" "$work/work"
app=$("$program" add-app Shop --business b1 "${settings[@]}" | tr -d '[:space:]')
read -r _ client _ secret < <("$program" add-client editor --business b1 "${settings[@]}" | tr '\n' ' '; echo)
"$program" "${settings[@]}" --set listen=127.0.0.1:0 --set calls-per-second=100000 --set tokens-per-minute=100000 --set workers=0 \
    2>"$work/log" &
service=$!
port=
for _ in $(seq 100); do
    port=$(sed -n 's/.*"message":"listening".*"port":"\([0-9]*\)".*/\1/p' "$work/log" | head -n 1)
    [ -z "$port" ] || break
    kill -0 "$service" 2>/dev/null || break
    sleep 0.1
done
[ -n "$port" ] || { cat "$work/log" >&2; exit 1; }
address=http://127.0.0.1:$port

token() { python3 -c 'import json, sys; print(json.load(sys.stdin)["access_token"])'; }
admin=$(curl -sS "$address/oauth/token" -d "grant_type=client_credentials&client_id=$client&client_secret=$secret" | token)
post() { curl -sS "$address$1" -H "Authorization: Bearer $admin" -H 'Content-Type: application/json' -d "$2"; }
identify() { python3 -c 'import json, sys; answer = json.load(sys.stdin); print(answer.get("id") or sys.exit(str(answer)))'; }
channel=$(post /v1/admin/channels '{"name":"News","slug":"news"}' | identify)
video=$(post /v1/admin/videos "{\"channel_id\":\"$channel\",\"status\":\"ready\",\"published_at\":\"2025-01-01T00:00:00Z\"}" | identify)
playlist=$(post /v1/admin/playlists "{\"channel_id\":\"$channel\",\"name\":\"All\"}" | identify)
stream=$(post /v1/admin/live_streams "{\"channel_id\":\"$channel\",\"video_id\":\"$video\",\"title\":\"Show\"}" | identify)
store=$(post /v1/admin/business_stores '{"name":"Shop","currency":"EUR"}' | identify)
product=$(post /v1/admin/products "{\"store_id\":\"$store\",\"external_id\":\"p1\",\"name\":\"Shoe\",\"currency\":\"EUR\"}" | identify)
group=$(post /v1/admin/playlist_groups "{\"name\":\"Both\",\"playlist_ids\":[\"$playlist\"]}" | identify)
interaction=$(post /v1/admin/interactions "{\"live_stream_id\":\"$stream\",\"type\":\"question\",\"prompt\":\"Why?\"}" | identify)
advert=$(post /v1/admin/ad_configs "{\"app_id\":\"$app\",\"placement\":\"feed\",\"provider\":\"vast\",\"tag_url\":\"https://a.test\"}" |
    identify)
webhook=$(post /v1/admin/webhooks '{"url":"https://a.test/hook","types":["video_created"]}' | identify)
guest=$(curl -sS "$address/v1/auth/guest" -H 'Content-Type: application/json' -d "{\"app_id\":\"$app\",\"package_id\":\"p\"}" | token)

# Excludes what no HTTP client sends: control characters in a header, and path parameters that end the path.
cat >"$work/hooks.py" <<'END'
import schemathesis
from hypothesis import strategies as st


def pairs(generated):
    values = getattr(generated, "value", generated)
    return values.items() if hasattr(values, "items") else []


@schemathesis.hook
def filter_headers(context, headers):
    return all(c == "\t" or " " <= c != "\x7f" for name, value in pairs(headers) for c in f"{name}{value}")


@schemathesis.hook
def filter_path_parameters(context, path_parameters):
    return not any(c in str(value) for _, value in pairs(path_parameters) for c in "?#[")


schemathesis.openapi.media_type("text/vtt", st.binary(max_size=100).map(lambda text: b"WEBVTT\n\n" + text))
schemathesis.openapi.media_type("image/*", st.binary(max_size=100).map(lambda data: b"\x89PNG\r\n\x1a\n" + data))
END
export SCHEMATHESIS_HOOKS=hooks PYTHONPATH=$work HYPOTHESIS_STORAGE_DIRECTORY=$work/hypothesis

# Random IDs would only give 404, before anything else of the request is checked.
known() { printf '[[operations]]\ninclude-path-regex = "%s"\nparameters = { "path.%s" = "%s" }\n\n' "$1" "$2" "$3"; }
{
    known '^/v1/(admin/)?channels/' id "$channel"
    known '^/v1/(admin/)?videos/' id "$video"
    known '^/v1/(admin/)?playlists/' id "$playlist"
    known '^/v1/(admin/)?live_streams/' id "$stream"
    known '^/v1/products/' any_id "$product"
    known '^/v1/admin/products/' id "$product"
    known '^/v1/admin/business_stores/' id "$store"
    known '^/v1/admin/apps/' id "$app"
    known '^/v1/admin/playlist_groups/' id "$group"
    known '^/v1/admin/interactions/' id "$interaction"
    known '^/v1/admin/ad_configs/' id "$advert"
    known '^/v1/admin/webhooks/' id "$webhook"
} >"$work/known.toml"

status=0
configuration=$work/made-up.toml
touch "$configuration"
ask() { # paths, token, more
    local paths=$1 token=$2
    shift 2
    "$folder/bin/schemathesis" --config-file "$configuration" run "$address/openapi.json" --include-path-regex "$paths" --header "Authorization: Bearer $token" \
        --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,unsupported_method \
        --max-examples "${EXAMPLES:-25}" --seed 1 --no-color --request-timeout 30 \
        --suppress-health-check too_slow,filter_too_much,large_base_example "$@" || status=1
}
resources='channels videos playlists playlist_groups live_streams interactions products business_stores ad_configs webhooks apps'
others='business ad_campaigns uploads imports insights'
wanted() { [[ " ${PARTS:-open known guests $others $resources} " = *" $1 "* ]]; }

# These come last, because erasing the guest, or all apps and channels, leaves nothing to test.
if wanted open; then ask '^/(v1/(?!admin|guests)|healthz|readyz|metrics|openapi|oauth)' "$guest" "$@"; fi
configuration=$work/known.toml
if wanted known; then ask '^/v1/(channels|videos|playlists|live_streams|products)/' "$guest" --phases fuzzing "$@"; fi
for resource in $resources; do
    if wanted "$resource"; then ask "^/v1/admin/$resource/" "$admin" --phases fuzzing --exclude-method DELETE "$@"; fi
done
configuration=$work/made-up.toml
if wanted guests; then
    ask '^/v1/guests' "$guest" --exclude-method DELETE "$@"
    ask '^/v1/guests' "$guest" --include-method DELETE "$@"
fi
for resource in $others $resources; do
    if wanted "$resource"; then ask "^/v1/admin/$resource(/|\$)" "$admin" "$@"; fi
done
if grep -q '"message":"failed"' "$work/log"; then
    echo "schemathesis: the service failed:" >&2
    grep '"message":"failed"' "$work/log" | head -n 5 >&2
    status=1
fi
exit "$status"
