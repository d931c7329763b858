// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@testable import WindowboxEngine

@Suite("Captions that are taken out of queued pictures")
struct CaptionTapTests {
    /// The pictures of the first two seconds, in decode order, which is not that of showing.
    private static func pictures() throws -> [SampleQueue.Entry] {
        let stream = try GeneratedStreams.named("captions-found")
        let demuxer = try Demuxer(ByteFeed(Array(Data(contentsOf: stream.directory.appending(path: "0.ts")))))
        var samples: [Sample] = []
        while let sample = try demuxer.next() { if sample.format.kind == .video { samples.append(sample) } }
        let first = try #require(samples.map(\.presentation).min())
        return samples.enumerated().map { number, sample in
            SampleQueue.Entry(
                sample: sample, time: (sample.presentation - first).seconds, duration: 1 / 30, number: number)
        }
    }

    private final class Heard: Sendable {
        let captions = Mutex<[EmbeddedCaptions]>([])
        /// Numbers of pictures, each stretch apart.
        var stretches: [[Int]] {
            captions.withLock { $0 }.reduce(into: []) { found, captions in
                let number = Int((captions.time * 30).rounded())
                if captions.startsAnew { found.append([number]) } else { found[found.count - 1].append(number) }
            }
        }
    }

    @Test("wherever loading is cut, those handed on have no hole; what comes anew hands on the rest") func cuts() throws {
        let pictures = try Self.pictures()
        try #require(zip(pictures, pictures.dropFirst()).contains { $0.time > $1.time }, "they are out of order")
        for cut in 1..<pictures.count {
            let heard = Heard()
            let tap = CaptionTap { captions in heard.captions.withLock { $0.append(captions) } }
            for entry in pictures[..<cut] { tap.take(entry, run: 0) }
            for entry in pictures { tap.take(entry, run: 1) }
            tap.finish()
            let stretches = heard.stretches
            for stretch in stretches { #expect(stretch == Array(0..<stretch.count), "cut at \(cut)") }
            #expect(stretches.last?.count == pictures.count, "cut at \(cut)")
        }
    }

    @Test("a segment that comes once more after it broke off leaves none out") func again() throws {
        let pictures = try Self.pictures()
        for cut in 2..<pictures.count {
            let heard = Heard()
            let tap = CaptionTap { captions in heard.captions.withLock { $0.append(captions) } }
            for entry in pictures[..<cut] + pictures[...] { tap.take(entry, run: 0) }
            tap.finish()
            for stretch in heard.stretches { #expect(stretch == Array(0..<stretch.count), "cut at \(cut)") }
            #expect(heard.stretches.last?.count == pictures.count, "cut at \(cut)")
        }
    }
}
