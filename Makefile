# SPDX-License-Identifier: Apache-2.0

.DEFAULT_GOAL := help
.PHONY: help run build web install install-library uninstall uninstall-library deb test media soak live check bench bench-service bench-web fuzz tsan schemathesis axe kill docs guides requirements gallery format clean

help:
	@echo "make run      install what is missing, build, and start the demo (CONFIGURATION=release for an optimised build)"
	@echo "make build    install what is missing and build"
	@echo "make web      build the player for browsers into Web/dist, and print its sizes"
	@echo "make install  build optimised and install below PREFIX (/usr/local); make uninstall removes it"
	@echo "make install-library  the same for the library for C, Python and other languages; make uninstall-library removes it"
	@echo "make deb      build the Debian packages of the programs, the library and the documents, into OUTPUT (.build/deb)"
	@echo "make test     install what is missing, build, and run all tests (FILTER=name runs some of them)"
	@echo "make media    play media made by other packagers, and the files in the folder WINDOWBOX_MEDIA"
	@echo "make soak     perform random actions with those streams for an hour (SOAK_SECONDS, SOAK_SEED)"
	@echo "make live     play live streams of FFmpeg and GStreamer over a bad network (LIVE_SECONDS=600); writes Benchmarks/LIVE.md"
	@echo "make check    check format, rules, page scripts, warnings, documentation and WebAssembly"
	@echo "make bench    compare Windowbox with other players on this machine (ROUNDS=7); writes Benchmarks/RESULTS.md"
	@echo "make bench-service  measure the service; writes Benchmarks/SERVICE.md"
	@echo "make bench-web  measure the player for browsers beside hls.js (WINDOWBOX_HLSJS=FILE); writes Benchmarks/WEB.md"
	@echo "make fuzz     run each fuzz target for FUZZ_SECONDS (60)"
	@echo "make tsan     run the playback tests under the thread sanitizer"
	@echo "make schemathesis   test the service with valid and invalid requests from its OpenAPI document (EXAMPLES=25 of each)"
	@echo "make axe      check the service's pages with axe-core"
	@echo "make kill     kill the service KILLS (50) times under load, and check that no accepted data is lost"
	@echo "make docs     build the documentation site: guides, and the reference of the public modules"
	@echo "make guides   run the programs of the guides, and take screenshots of those with a window, in .build/guides"
	@echo "make requirements   list the requirements and the tests that prove them (ARGUMENTS=--missing: those without tests)"
	@echo "make gallery  take screenshots of the player, feeds and web pages in all their states, in OUTPUT (.build/gallery)"
	@echo "make format   format all Swift files"
	@echo "make clean    remove build products and cached media"

run:
	@Scripts/run.sh

build:
	@Scripts/build.sh

web:
	@Scripts/packages.sh web
	@Scripts/web-player.sh

install:
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install.sh install

install-library:
	@Scripts/packages.sh library
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" LIBRARIES="$(LIBRARIES)" Scripts/library.sh install

uninstall-library:
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" LIBRARIES="$(LIBRARIES)" Scripts/library.sh uninstall

deb:
	@Scripts/deb.sh

uninstall:
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install.sh uninstall

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

bench-web:
	@Scripts/bench-web.sh

fuzz:
	@Scripts/fuzz.sh

tsan:
	@Scripts/tsan.sh

schemathesis:
	@Scripts/schemathesis.sh

axe:
	@Scripts/axe.sh

kill:
	@Scripts/kill.sh

docs:
	@Scripts/docs.sh

guides:
	@Scripts/guides.sh

requirements:
	@Scripts/requirements.py $(ARGUMENTS)

gallery:
	@Scripts/gallery.sh

format:
	@Scripts/format.sh

clean:
	@Scripts/clean.sh
