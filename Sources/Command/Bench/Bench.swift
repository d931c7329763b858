// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure this build.",
        discussion: "`make bench` runs it beside mpv, GStreamer, VLC and ffmpeg and writes Benchmarks/RESULTS.md.",
        subcommands: [
            FirstFrame.self, Parse.self, ReadCaptions.self, AdSpeed.self, LongList.self, OpenAndClose.self, WindowBench.self,
            FeedBench.self,
        ])
}
