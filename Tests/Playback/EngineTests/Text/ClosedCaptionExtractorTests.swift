// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@testable import WindowboxEngine

@Suite("Extracting captions from queued frames")
struct ClosedCaptionExtractorTests {
    /// The frames of the first two seconds, in decode order, which differs from presentation order.
    private static func pictures(of name: String = "captions-found", _ file: String = "0.ts") throws -> [SampleQueue.Entry] {
        let stream = try GeneratedStreams.named(name)
        let demuxer = try Demuxer(ByteFeed(Array(Data(contentsOf: stream.directory.appending(path: file)))))
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
        /// Frame numbers, by continuous stretch.
        var stretches: [[Int]] {
            captions.withLock { $0 }.reduce(into: []) { found, captions in
                let number = Int((captions.time * 30).rounded())
                if captions.startsAnew { found.append([number]) } else { found[found.count - 1].append(number) }
            }
        }
    }

    @Test("Captions have no gap wherever loading is interrupted, and a new run delivers the rest") func cuts() throws {
        let pictures = try Self.pictures()
        try #require(zip(pictures, pictures.dropFirst()).contains { $0.time > $1.time }, "the frames are out of order")
        for cut in 1..<pictures.count {
            let heard = Heard()
            let tap = ClosedCaptionExtractor { captions in heard.captions.withLock { $0.append(captions) } }
            for entry in pictures[..<cut] { tap.add(entry, run: 0) }
            for entry in pictures { tap.add(entry, run: 1) }
            tap.finish()
            let stretches = heard.stretches
            for stretch in stretches { #expect(stretch == Array(0..<stretch.count), "cut at \(cut)") }
            #expect(stretches.last?.count == pictures.count, "cut at \(cut)")
        }
    }

    @Test("An ad without captions is reported once at its start, so that no caption of the content stays visible") func ads() throws {
        let heard = Heard()
        let tap = ClosedCaptionExtractor { captions in heard.captions.withLock { $0.append(captions) } }
        let plain = try Self.pictures(of: "vod-ts", "180p/0.ts")
        func moved(_ entries: [SampleQueue.Entry], by seconds: Double, clock: Int) -> [SampleQueue.Entry] {
            entries.map { .init(sample: $0.sample, time: $0.time + seconds, duration: $0.duration, clock: clock, number: $0.number) }
        }
        // Nothing is reported before any captions.
        for entry in plain { tap.add(entry, run: 0) }
        for entry in moved(try Self.pictures(), by: 2, clock: 1) { tap.add(entry, run: 0) }
        for entry in moved(plain, by: 4, clock: 2) { tap.add(entry, run: 0) }
        for entry in moved(try Self.pictures(), by: 6, clock: 3) { tap.add(entry, run: 0) }
        tap.finish()
        let captions = heard.captions.withLock { $0 }
        #expect(captions.filter(\.startsAnew).map { ($0.time * 30).rounded() / 30 } == [2, 4, 6])
        #expect(captions.filter { $0.bytes.isEmpty }.map { ($0.time * 30).rounded() / 30 } == [4])
    }

    @Test("Content after an ad reports which frame it continues from, and a seek elsewhere reports none") func origins() throws {
        let heard = Heard()
        let tap = ClosedCaptionExtractor { captions in heard.captions.withLock { $0.append(captions) } }
        func moved(_ entries: [SampleQueue.Entry], by seconds: Double, clock: Int) -> [SampleQueue.Entry] {
            entries.map { .init(sample: $0.sample, time: $0.time + seconds, duration: $0.duration, clock: clock, number: $0.number) }
        }
        let ad = try Self.pictures(of: "vod-ts", "180p/0.ts")
        for entry in try Self.pictures() { tap.add(entry, run: 0) }
        for entry in moved(ad, by: 2, clock: 1) + moved(ad, by: 4, clock: 2) { tap.add(entry, run: 0) }
        for entry in moved(try Self.pictures(of: "captions-found", "1.ts"), by: 6, clock: 3) { tap.add(entry, run: 0) }
        for entry in moved(try Self.pictures(of: "captions-found", "3.ts"), by: 8, clock: 4) { tap.add(entry, run: 1) }
        tap.finish()
        let captions = heard.captions.withLock { $0 }.filter(\.startsAnew)
        #expect(captions.map { ($0.time * 30).rounded() / 30 } == [0, 2, 4, 6, 8])
        // The ads are as long as what was played before them, on clocks that begin at the same time.
        #expect(captions.map { $0.origin.map { ($0 * 30).rounded() } } == [nil, nil, nil, 59, nil])
    }

    @Test("A segment that is loaded again after breaking off loses no captions") func again() throws {
        let pictures = try Self.pictures()
        for cut in 2..<pictures.count {
            let heard = Heard()
            let tap = ClosedCaptionExtractor { captions in heard.captions.withLock { $0.append(captions) } }
            for entry in pictures[..<cut] + pictures[...] { tap.add(entry, run: 0) }
            tap.finish()
            for stretch in heard.stretches { #expect(stretch == Array(0..<stretch.count), "cut at \(cut)") }
            #expect(heard.stretches.last?.count == pictures.count, "cut at \(cut)")
        }
    }
}
