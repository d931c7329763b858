// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Replacing a segment in a sample queue with a better copy")
struct ReplacementTests {
    /// Ten frames in decode order, which differs from presentation order.
    private static let order = [0, 3, 1, 2, 6, 4, 5, 9, 7, 8]

    private func name(_ sequence: Int) -> SampleQueue.SegmentName { .init(contentType: .main, stream: 0, sequence: sequence, clock: 0) }

    /// A segment of thirty frames.
    private func segment(
        _ sequence: Int, of material: QueueMaterial, better isBetter: Bool = false, late: Double = 0
    ) -> [SampleQueue.Entry] {
        (0..<30).map { number in
            var entry = material.entry(number, another: isBetter)
            entry = SampleQueue.Entry(
                sample: entry.sample, time: Double(sequence) + Double(number / 10 * 10 + Self.order[number % 10]) / 30 + late,
                duration: 1 / 30, number: number)
            return entry
        }
    }

    private func queue(of material: QueueMaterial, segments: Int = 3) -> SampleQueue {
        var queue = SampleQueue(retention: 15)
        for sequence in 0..<segments {
            for entry in segment(sequence, of: material) { queue.append(entry, of: name(sequence)) }
            queue.close(name(sequence))
        }
        return queue
    }

    private func numbers(_ entries: [SampleQueue.Entry]) -> [Int] { entries.map { Int(($0.time * 30).rounded()) } }

    private func drained(_ queue: inout SampleQueue) -> [SampleQueue.Entry] {
        var entries: [SampleQueue.Entry] = []
        while let entry = queue.next() { entries.append(entry) }
        return entries
    }

    @Test("The copy takes over at the next keyframe not yet decoded, without loss or repetition", arguments: 0...90)
    func replaces(taken: Int) throws {
        let material = try QueueMaterial()
        var queue = queue(of: material)
        var seen = (0..<taken).compactMap { _ in queue.next() }
        // Renditions round times differently.
        let isReplaced = queue.replace(with: segment(1, of: material, better: true, late: 0.000_4))
        let first = max((taken + 9) / 10 * 10, 30)
        #expect(isReplaced == (first < 60))
        seen += drained(&queue)
        #expect(numbers(seen).sorted() == Array(0..<90))
        #expect(seen.allSatisfy { $0.replacesFrom == nil })
        for (index, entry) in seen.enumerated() where !entry.sample.isKey {
            #expect((entry.sample === material.another) == (index >= first && index < 60))
        }
        #expect(queue.byteCount == seen.reduce(0) { $0 + $1.sample.size })
        #expect(queue.end == 3)
    }

    @Test("Replacing the last segment leaves the queue open after it")
    func last() throws {
        let material = try QueueMaterial()
        var queue = queue(of: material, segments: 2)
        let isReplaced = queue.replace(with: segment(1, of: material, better: true))
        #expect(isReplaced)
        #expect(queue.end == 2)
        for entry in segment(2, of: material) { queue.append(entry, of: name(2)) }
        let seen = drained(&queue)
        #expect(numbers(seen).sorted() == Array(0..<90))
    }

    @Test("An incomplete segment after the replaced one continues where it broke off")
    func open() throws {
        let material = try QueueMaterial()
        var queue = queue(of: material, segments: 2)
        for entry in segment(2, of: material).prefix(17) { queue.append(entry, of: name(2)) }
        // A copy with different boundaries: one more GOP with other samples.
        let isReplaced = queue.replace(with: segment(1, of: material, better: true))
        #expect(isReplaced)
        for entry in segment(2, of: material) { queue.append(entry, of: name(2)) }
        let seen = drained(&queue)
        #expect(numbers(seen).sorted() == Array(0..<90))
    }

    @Test("The copy keeps the replacement mark of the samples that it replaces")
    func keepsOrder() throws {
        let material = try QueueMaterial()
        var queue = queue(of: material, segments: 2)
        _ = (0..<40).compactMap { _ in queue.next() }
        queue.discard(from: 1)
        for entry in segment(1, of: material) { queue.append(entry, of: name(1)) }
        queue.close(name(1))
        let isReplaced = queue.replace(with: segment(1, of: material, better: true))
        let rest = drained(&queue)
        #expect(isReplaced)
        #expect(rest.first?.replacesFrom == 1)
        #expect(rest.dropFirst().allSatisfy { $0.replacesFrom == nil })
    }

    @Test("The copy is refused if it is shorter, longer, elsewhere, or has frames shown before its first keyframe")
    func unfit() throws {
        let material = try QueueMaterial()
        let fresh = queue(of: material)
        let copy = segment(1, of: material, better: true)
        let leading = SampleQueue.Entry(sample: material.other, time: 29.0 / 30, duration: 1 / 30, number: 1)
        let unfit: [[SampleQueue.Entry]] = [
            [], Array(copy.prefix(15)), Array(copy.filter { !$0.sample.isKey }), segment(1, of: material, late: 0.1),
            segment(9, of: material),
            // An open GOP: its second frame is shown before its keyframe.
            Array(copy.prefix(1)) + [leading] + Array(copy.dropFirst().prefix(9)),
        ]
        for samples in unfit {
            var queue = fresh
            let isReplaced = queue.replace(with: samples)
            #expect(!isReplaced)
            let rest = drained(&queue)
            #expect(rest.allSatisfy { $0.sample !== material.another })
            #expect(rest.count == 90)
        }
    }

    @Test("An audio copy takes over between two frames, even if its frames are aligned differently", arguments: [0, 0.004, -0.009])
    func sound(shift: Double) throws {
        let material = try QueueMaterial()
        var queue = SampleQueue(retention: 15)
        let frame = 1024.0 / 48_000
        for number in 0..<150 {
            queue.append(SampleQueue.Entry(sample: material.key, time: Double(number) * frame, duration: frame, number: number))
        }
        _ = (0..<60).compactMap { _ in queue.next() }
        let copy = (50..<100).map { number in
            SampleQueue.Entry(sample: material.key, time: Double(number) * frame + shift, duration: frame, number: number - 50)
        }
        let isReplaced = queue.replace(with: copy)
        #expect(isReplaced)
        let rest = drained(&queue)
        #expect(rest.count == 90)
        let shifted = rest.prefix(40).map { $0.time - shift }
        for (index, time) in shifted.enumerated() { #expect(abs(time - Double(60 + index) * frame) < 1e-9) }
    }
}
