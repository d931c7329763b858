// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxEngine

@Suite("Timed events of an item", .timeLimit(.minutes(2)))
struct TimedEventTests {
    @Test("An event is reported once, however many renditions and segments repeat it")
    func once() {
        var memory = EventMemory()
        func event(_ id: UInt32, at time: Double, _ value: String = "") -> TimedEvent {
            TimedEvent(time: time, message: EventMessage(scheme: "urn:x", value: value, time: .presentation(.zero), id: id))
        }
        let repeated = [event(1, at: 4), event(1, at: 4.0001)].map { memory.insert($0) }
        #expect(repeated == [true, false])
        // Events without IDs are distinguished by their times.
        let others = [event(1, at: 6), event(1, at: 4, "other"), event(2, at: 4), event(1, at: .infinity), event(1, at: -.infinity)]
        let news = others.count { memory.insert($0) }
        #expect(news == others.count)
        let many = (10..<5000).count { memory.insert(event(UInt32($0), at: 0)) }
        #expect(many == 4990)
    }

    private static func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    private static func box(version: UInt8, id: UInt32, ticks: UInt32) -> [UInt8] {
        let names = Array("urn:scte:scte35:2013:bin\01001\0".utf8)
        let head: [UInt8] = [version, 0, 0, 0]
        let body =
            version == 0
            ? head + names + number(1000) + number(ticks) + number(500) + number(id)
            : head + number(1000) + number(0) + number(ticks) + number(500) + number(id) + names
        return number(UInt32(body.count + 8 + 3)) + Array("emsg".utf8) + body + [1, 2, 3]
    }

    @Test("Events of every version are placed on the item's timeline by the clock of their segment")
    func playing() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf-muxed")
        let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.copyItem(at: stream.directory, to: folder)
        let segments = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".m4s") }
        for path in segments {
            let url = folder.appending(path: path)
            let boxes = Self.box(version: 0, id: 1, ticks: 250) + Self.box(version: 1, id: 2, ticks: 3000)
            try (Data(boxes) + Data(contentsOf: url)).write(to: url)
        }
        let engine = PlaybackEngine(configuration: EngineConfiguration(pace: .asFastAsPossible))
        await engine.load(folder.appending(path: "index.m3u8").path, as: ItemID(0))
        var events: [TimedEvent] = []
        for await fact in engine.facts {
            if case .event(_, let event) = fact { events.append(event) }
            if case .failed = fact { break }
            if events.count(where: { $0.message.id == 1 }) >= 3 { break }
        }
        await engine.shutDown()
        let relative = events.filter { $0.message.id == 1 }.map(\.time)
        // Each segment has its own; the one on the media clock is the same in all of them.
        #expect(relative.count == 3)
        #expect(zip(relative, relative.dropFirst()).allSatisfy { abs($1 - $0 - 2) < 0.1 })
        #expect(events.count(where: { $0.message.id == 2 }) == 1)
        #expect(abs((events.first { $0.message.id == 2 }?.time ?? 0) - 3) < 0.2)
        #expect(events.allSatisfy { $0.duration == 0.5 && $0.message.data == [1, 2, 3] && $0.message.value == "1001" })
    }
}
