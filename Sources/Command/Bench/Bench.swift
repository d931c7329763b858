// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Benchmark this build.",
        discussion: "`make bench` compares it with mpv, GStreamer, VLC and ffmpeg and writes Benchmarks/RESULTS.md.",
        subcommands: [
            FirstFrame.self, Parse.self, ReadCaptions.self, AdSpeed.self, LongList.self, OpenAndClose.self, WindowBench.self,
            FeedBench.self,
        ])
}
