// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Sample queue")
struct SampleQueueTests {
    private typealias Name = SampleQueue.SegmentName

    private let first = Name(contentType: .main, stream: 0, sequence: 1, clock: 0)
    private let second = Name(contentType: .main, stream: 0, sequence: 2, clock: 0)
    private let better = Name(contentType: .main, stream: 1, sequence: 2, clock: 0)

    private func drained(_ queue: inout SampleQueue) -> [SampleQueue.Entry] {
        var entries: [SampleQueue.Entry] = []
        while let entry = queue.next() { entries.append(entry) }
        return entries
    }

    private typealias Material = QueueMaterial

    private func pictures(_ entries: [SampleQueue.Entry]) -> [Int] { entries.map { Int(($0.time * 30).rounded()) } }

    @Test("A retried segment continues where it broke off, however much of it the decoder has taken", arguments: 0...15)
    func retry(taken: Int) throws {
        let material = try Material()
        var queue = SampleQueue(retention: 15)
        for number in 0..<15 { queue.append(material.entry(number), of: first) }
        var seen = (0..<taken).compactMap { _ in queue.next() }
        for number in 0..<30 { queue.append(material.entry(number), of: first) }
        seen += drained(&queue)
        #expect(pictures(seen) == Array(0..<30))
        #expect(seen.allSatisfy { $0.replacesFrom == nil })
        #expect(queue.byteCount == (0..<30).reduce(0) { $0 + material.entry($1).sample.size })
    }

    @Test("A retry that breaks off earlier than the first attempt loses nothing")
    func secondRetry() throws {
        let material = try Material()
        var queue = SampleQueue(retention: 15)
        for count in [15, 4, 0, 22, 30] { for number in 0..<count { queue.append(material.entry(number), of: first) } }
        let seen = pictures(drained(&queue))
        #expect(seen == Array(0..<30))
    }

    @Test("Samples omitted at the start of a segment are skipped on retry")
    func leftOut() throws {
        let material = try Material()
        var queue = SampleQueue(retention: 15)
        for number in 3..<15 { queue.append(material.entry(number), of: first) }
        for number in 3..<30 { queue.append(material.entry(number), of: first) }
        let seen = pictures(drained(&queue))
        #expect(seen == Array(3..<30))
    }

    @Test("The samples of another rendition replace an incomplete segment from its start", arguments: 0...45)
    func splice(taken: Int) throws {
        let material = try Material()
        var queue = SampleQueue(retention: 15)
        for number in 0..<30 { queue.append(material.entry(number), of: first) }
        queue.close(first)
        for number in 0..<15 { queue.append(material.entry(number, from: 1), of: second) }
        let seen = (0..<taken).compactMap { _ in queue.next() }
        for number in 0..<30 { queue.append(material.entry(number, from: 1), of: better) }
        let rest = drained(&queue)
        // What the decoder already took of the interrupted segment is delivered again, with the time at which it begins.
        #expect(pictures(rest) == Array(min(taken, 30)..<60))
        #expect(rest.compactMap(\.replacesFrom) == (taken > 30 ? [1] : []))
        if taken > 30 { #expect(rest[0].replacesFrom == 1 && rest[0].sample.isKey) }
        #expect(seen.count == taken)
        #expect(queue.end == 2)
    }

    @Test("The received part of a skipped segment is kept")
    func skip() throws {
        let material = try Material()
        var queue = SampleQueue(retention: 15)
        for number in 0..<15 { queue.append(material.entry(number), of: first) }
        for number in 0..<30 { queue.append(material.entry(number, from: 1), of: second) }
        let seen = drained(&queue)
        #expect(pictures(seen) == Array(0..<15) + Array(30..<60))
        #expect(seen.allSatisfy { $0.replacesFrom == nil })
    }

    @Test("A retry that differs from the first copy goes back to a keyframe", arguments: [0, 10, 12, 15])
    func otherCopy(taken: Int) throws {
        let material = try Material()
        var queue = SampleQueue(retention: 15)
        for number in 0..<15 { queue.append(material.entry(number), of: first) }
        _ = (0..<taken).compactMap { _ in queue.next() }
        for number in 0..<30 { queue.append(material.entry(number, another: number > 11), of: first) }
        let rest = drained(&queue)
        #expect(pictures(rest) == Array((taken > 12 ? 10 : taken)..<30))
        #expect(rest.compactMap(\.replacesFrom).count == (taken > 12 ? 1 : 0))
        #expect(rest.suffix(18).allSatisfy { $0.sample.isKey || $0.sample === material.another })
    }

    @Test("A complete segment stays as it is, and a later one that overlaps follows it")
    func closed() throws {
        let material = try Material()
        var queue = SampleQueue(retention: 15)
        for number in 0..<30 { queue.append(material.entry(number), of: first) }
        queue.close(first)
        for number in 0..<30 { queue.append(material.entry(number, from: 0.5), of: second) }
        let seen = drained(&queue)
        #expect(seen.count == 60)
    }

    @Test("Discarding starts at a keyframe, whether or not it was taken", arguments: [0, 12, 25])
    func discard(taken: Int) throws {
        let material = try Material()
        var queue = SampleQueue(retention: 15)
        for number in 0..<30 { queue.append(material.entry(number), of: first) }
        queue.close(first)
        _ = (0..<taken).compactMap { _ in queue.next() }
        queue.discard(from: 15.0 / 30)
        #expect(queue.end == 20.0 / 30)
        for number in 0..<10 { queue.append(material.entry(number, from: 20.0 / 30), of: better) }
        let rest = drained(&queue)
        #expect(pictures(rest) == Array(min(taken, 20)..<30))
        #expect(rest.compactMap(\.replacesFrom).count == (taken > 20 ? 1 : 0))
    }

    @Test("A new run forgets an incomplete segment")
    func newRun() throws {
        let material = try Material()
        var queue = SampleQueue(retention: 15)
        for number in 0..<15 { queue.append(material.entry(number), of: first) }
        let isCovered = queue.seek(to: 9)
        #expect(!isCovered)
        for number in 0..<30 { queue.append(material.entry(number), of: first) }
        let seen = pictures(drained(&queue))
        #expect(seen == Array(0..<30))
    }

    @Test("Trimming does not forget what was received of a segment")
    func trimmed() throws {
        let material = try Material()
        var queue = SampleQueue(retention: 0)
        for number in 0..<25 { queue.append(material.entry(number), of: first) }
        _ = (0..<25).compactMap { _ in queue.next() }
        queue.trim(before: 0.7)
        #expect(queue.first == 20.0 / 30)
        for number in 0..<30 { queue.append(material.entry(number), of: first) }
        let seen = pictures(drained(&queue))
        #expect(seen == Array(25..<30))
    }
}
