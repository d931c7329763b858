# SPDX-License-Identifier: Apache-2.0

.DEFAULT_GOAL := help
.PHONY: help run build install uninstall deb test media soak live check bench bench-service fuzz tsan schemathesis kill docs requirements gallery format clean

help:
	@echo "make run      install what is missing, build, and start the demo (CONFIGURATION=release for an optimised build)"
	@echo "make build    install what is missing and build"
	@echo "make install  build optimised and install below PREFIX (/usr/local); make uninstall takes it away"
	@echo "make deb      Debian packages, windowbox and windowbox-service, in OUTPUT (.build/deb)"
	@echo "make test     the same, then run all tests (FILTER=name runs some of them)"
	@echo "make media    plays what other packagers made, and the files of others in the folder WINDOWBOX_MEDIA"
	@echo "make soak     an hour of random actions over those streams (SOAK_SECONDS, SOAK_SEED)"
	@echo "make live     live streams of FFmpeg and GStreamer over a bad network (LIVE_SECONDS=600), into Benchmarks/LIVE.md"
	@echo "make check    format, import rules, scripts of the pages, warnings as errors, documentation, WebAssembly"
	@echo "make bench    Windowbox beside its peers on this machine (ROUNDS=7), into Benchmarks/RESULTS.md"
	@echo "make bench-service  the service's marks, into Benchmarks/SERVICE.md"
	@echo "make fuzz     every fuzz target for FUZZ_SECONDS (60) each"
	@echo "make tsan     the playback tests under the thread sanitizer"
	@echo "make schemathesis   whatever the service's OpenAPI document allows and forbids, asked of the service (EXAMPLES=25 of each)"
	@echo "make kill     the service killed KILLS (50) times under load: nothing that it answered for is lost"
	@echo "make docs     the documentation of the public modules"
	@echo "make requirements   what a player must do, and the tests that show it (ARGUMENTS=--missing: what has none)"
	@echo "make gallery  pictures of the player, of feeds and of the service's pages in each of their states, into OUTPUT (.build/gallery)"
	@echo "make format   format all Swift files"
	@echo "make clean    remove what was built"

run:
	@Scripts/run.sh

build:
	@Scripts/build.sh

install:
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install.sh install

uninstall:
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install.sh uninstall

deb:
	@Scripts/deb.sh

test:
	@Scripts/test.sh

media:
	@FILTER='PackagersTests|MediaOfOthersTests' Scripts/test.sh

soak:
	@Scripts/soak.sh

live:
	@Scripts/live.sh

check:
	@Scripts/check.sh

bench:
	@Scripts/bench.sh

bench-service:
	@Scripts/bench-service.sh

fuzz:
	@Scripts/fuzz.sh

tsan:
	@Scripts/tsan.sh

schemathesis:
	@Scripts/schemathesis.sh

kill:
	@Scripts/kill.sh

docs:
	@Scripts/docs.sh

requirements:
	@Scripts/requirements.py $(ARGUMENTS)

gallery:
	@Scripts/gallery.sh

format:
	@Scripts/format.sh

clean:
	@Scripts/clean.sh
