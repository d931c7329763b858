// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxEngine
import WindowboxHLS
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxStreaming

@testable import WindowboxPackager

@Suite("Live stations", .serialized) struct LiveStationTests {
    /// Serves a station as the service does.
    private static func origin(_ station: LiveStation, _ storage: DiskStorage) async throws -> Origin {
        try await Origin { request in
            let parts = request.path.split(separator: "/").map(String.init)
            if parts == ["index.m3u8"] {
                guard let bytes = await station.multivariant() else { return OriginResponse(status: 503) }
                return OriginResponse(headers: [("Content-Type", "application/vnd.apple.mpegurl")], body: .bytes(bytes))
            }
            guard parts.count == 2 else { return OriginResponse(status: 404) }
            let answer =
                parts[1] == "index.m3u8"
                ? await station.playlist(parts[0], DeliveryDirectivesText(request.query)) : await station.file(parts[0], parts[1])
            switch answer {
            case .playlist(let bytes):
                return OriginResponse(headers: [("Content-Type", "application/vnd.apple.mpegurl")], body: .bytes(bytes))
            case .bytes(let bytes): return OriginResponse(headers: [("Content-Type", "video/mp4")], body: .bytes(bytes))
            case .stored(let key):
                guard let bytes = try? await storage.bytes(of: key) else { return OriginResponse(status: 404) }
                return OriginResponse(headers: [("Content-Type", "video/mp4")], body: .bytes(bytes))
            case .status(let status): return OriginResponse(status: status)
            }
        }
    }

    @Test("A source without audio has only video") func withoutSound() async throws {
        try await TemporaryFolder.with { folder in
            let silent = try GeneratedStreams.directory.appending(path: "video-only")
            let bytes = try ["init.mp4", "0.m4s", "1.m4s"].reduce(Data()) { try $0 + Data(contentsOf: silent.appending(path: $1)) }
            let source = folder.appending(path: "silent.mp4")
            try bytes.write(to: source)
            let storage = try DiskStorage(folder: folder.appending(path: "store"))
            var plan = LivePlan()
            plan.heights = [180]
            plan.packager.preset = "ultrafast"
            let station = LiveStation(plan: plan, storage: storage, base: try #require(StorageKey("live/one")))
            try await LiveEncoder(.files([source.path], repeats: false), station: station, workFolder: folder).run()
            let list = try #require(await station.multivariant().map { String(decoding: $0, as: UTF8.self) })
            #expect(!list.contains("AUDIO"), "\(list)")
            #expect(!list.contains("mp4a"), "\(list)")
            let run = await RecordedRun.play([storage.path(of: try #require(try await station.end()))])
            #expect(run.end == .ended, "\(run.journal.suffix(12))")
            #expect(run.numbers == (0..<120).map(Optional.some), "\(run.journal.suffix(12))")
        }
    }

    @Test("A station whose storage fails at the end keeps the whole recording when it is ended again") func failingStore() async throws {
        let source = try GeneratedStreams.named("file-start-mp4")
        try await TemporaryFolder.with { folder in
            let disk = try DiskStorage(folder: folder.appending(path: "store"))
            let storage = UnreliableStorage(disk)
            var plan = LivePlan()
            plan.heights = [180]
            plan.packager.preset = "ultrafast"
            let station = LiveStation(plan: plan, storage: storage, base: try #require(StorageKey("live/one")))
            try await LiveEncoder(.files([source.address], repeats: false), station: station, workFolder: folder).run()
            var replay: StorageKey?
            // Each time, one more write succeeds before it fails.
            for kept in 0..<100 {
                storage.fails(after: kept)
                do { replay = try await station.end() } catch { continue }
                #expect(kept > 2)
                break
            }
            let whole = await RecordedRun.play([disk.path(of: try #require(replay))])
            let numbers = whole.numbers.compactMap { $0 }
            #expect(whole.end == .ended, "\(whole.journal.suffix(12))")
            #expect(numbers == Array(0..<numbers.count), "\(whole.journal.suffix(12))")
            #expect(abs(Double(numbers.count) / 30 - source.duration) < 0.2)
        }
    }

    @Test("A live stream plays on air, and its replay has every frame") func broadcast() async throws {
        let source = try GeneratedStreams.named("file-start-mp4")
        try await TemporaryFolder.with { folder in
            let storage = try DiskStorage(folder: folder.appending(path: "store"))
            var plan = LivePlan()
            plan.heights = [360]
            plan.packager.preset = "ultrafast"
            let base = try #require(StorageKey("live/one"))
            let station = LiveStation(plan: plan, storage: storage, base: base)
            let encoder = LiveEncoder(.files([source.address], repeats: false), station: station, workFolder: folder)
            let origin = try await Self.origin(station, storage)
            let running = Task {
                try await encoder.run()
                return try await station.end()
            }
            await station.onAir()
            let run = await RecordedRun.play(["\(origin.address)/index.m3u8"], limit: 60)
            let numbers = run.numbers.compactMap { $0 }
            #expect(numbers.count == 60, "\(run.journal.suffix(12))")
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(run.journal.suffix(12))")
            let replay = try #require(try await running.value)
            #expect(replay.text == "live/one/replay.m3u8")
            let whole = await RecordedRun.play([storage.path(of: replay)])
            #expect(whole.end == .ended)
            #expect(whole.numbers == (0..<360).map(Optional.some))
            #expect(whole.misplaced().isEmpty)
            #expect(abs(Double(whole.frameCount) / 48_000 - 12) < 0.1)
            // Late requests are answered too.
            guard case .playlist(let bytes) = await station.playlist("360p", DeliveryDirectivesText("_HLS_msn=900&_HLS_part=1")) else {
                Issue.record("The playlist of an ended stream is missing.")
                return
            }
            let list = try #require(try Playlist.parse(bytes).get().media)
            #expect(list.isEndList)
            #expect(list.segments.allSatisfy { Int($0.duration.rounded()) <= list.targetDuration })
            #expect(list.segments.flatMap(\.parts).allSatisfy { $0.duration <= (list.partTarget ?? 0) })
            await origin.stop()
        }
    }

    @Test("Invalid numbers and names that lead elsewhere are refused") func refusals() async throws {
        try await TemporaryFolder.with { folder in
            let station = LiveStation(
                plan: LivePlan(), storage: try DiskStorage(folder: folder), base: try #require(StorageKey("live")))
            for query in ["_HLS_msn=x", "_HLS_msn=-1", "_HLS_msn=99999999999999999999", "_HLS_msn=1&_HLS_part=-1", "_HLS_part=1"] {
                guard case .status(400) = await station.playlist("360p", DeliveryDirectivesText(query)) else {
                    Issue.record("\(query) is accepted")
                    continue
                }
            }
            for (rendition, name) in [("360p", "../../secret"), ("..", "x"), ("360p", "part-99.m4s"), ("360p", "")] {
                switch await station.file(rendition, name) {
                case .status(404): break
                case let other: Issue.record("\(rendition)/\(name) gets the response \(other)")
                }
            }
            #expect(await station.multivariant() == nil)
            #expect(try await station.end() == nil)
            await station.onAir()
        }
    }

    @Test(
        "A portrait video gets the same bit rate as a landscape one of the same size",
        arguments: [(360, 16.0 / 9), (640, 9.0 / 16)]) func bitrate(height: Int, aspect: Double) async throws
    {
        var plan = LivePlan()
        (plan.heights, plan.aspect, plan.hasAudio) = ([height], aspect, false)
        let arguments = plan.arguments(.files(["/a"], repeats: false), outputs: [:])
        for name in ["-maxrate", "-bufsize"] {
            let place = try #require(arguments.firstIndex(of: name))
            #expect(arguments[place + 1] == "1000000")
        }
        let file = try GeneratedStreams.directory.appending(path: "live-cmaf/180p/init.mp4")
        var stream = FragmentStream()
        guard case .header(let bytes, let header)? = try stream.read(Data(contentsOf: file)).first else {
            Issue.record("The stream has no header.")
            return
        }
        try await TemporaryFolder.with { folder in
            let base = try #require(StorageKey("live/one"))
            let station = LiveStation(plan: plan, storage: try DiskStorage(folder: folder), base: base)
            try await station.begin("\(height)p", bytes, header)
            let list = try Playlist.parse(try #require(await station.multivariant())).get().multivariant
            #expect(list?.variants.map(\.bandwidth) == [1_000_000])
        }
    }

    @Test("An encoder's bytes are read in any chunks") func fragments() throws {
        let file = try GeneratedStreams.directory.appending(path: "live-cmaf/180p")
        var bytes = Array(try Data(contentsOf: file.appending(path: "init.mp4")))
        for part in 0..<6 { bytes += Array(try Data(contentsOf: file.appending(path: "0.\(part).m4s"))) }
        var whole = FragmentStream()
        let pieces = try whole.read(bytes)
        #expect(pieces.count == 7)
        for size in [1, 7, 8, 100, 1021, 4096] {
            var stream = FragmentStream()
            var found: [FragmentStream.Piece] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                found += try stream.read(bytes[start..<min(bytes.count, start + size)])
            }
            #expect(found == pieces)
        }
        for damage in [
            [0, 0, 0, 1, 0x6D, 0x6F, 0x6F, 0x76] + [UInt8](repeating: 0, count: 8), [0, 0, 0, 3, 0, 0, 0, 0],
            [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
        ] {
            var stream = FragmentStream()
            #expect(throws: PackagerError.self) { _ = try stream.read(damage) }
        }
    }

    @Test("ffmpeg's arguments cover each kind of source, and are safe from injection") func inputs() {
        let settings = PackagerSettings()
        #expect(
            LiveInput.rtmp(host: "203.0.113.1", port: 1935, key: "abc").options(settings: settings).last
                == "rtmp://203.0.113.1:1935/live/abc")
        #expect(
            LiveInput.srt(host: "::1", port: 9000, passphrase: "0123456789").options(settings: settings).last
                == "srt://[::1]:9000?mode=listener&passphrase=0123456789")
        #expect(
            LiveInput.hls("https://example.org/a.m3u8").options(settings: settings).prefix(2) == [
                "-protocol_whitelist", "http,https,httpproxy,tcp,tls,crypto",
            ])
        #expect(LiveInput.files(["/a", "/b"], repeats: true).options(file: 1, settings: settings).last == "file:/b")
        for input: LiveInput in [
            .rtmp(host: "::1", port: 0, key: "a"), .rtmp(host: "::1", port: 1, key: ""), .rtmp(host: "::1", port: 1, key: "a b"),
            .rtmp(host: "::1", port: 1, key: "../x"),
            .srt(host: "::1", port: 1, passphrase: "short"), .rtmp(host: "", port: 1, key: "a"), .rtmp(host: "a/b", port: 1, key: "a"),
            .srt(host: "::1", port: 1, passphrase: "0123456789&mode=caller"), .hls("file:///etc/passwd"), .files([], repeats: true),
        ] { #expect(!input.isWellFormed, "\(input)") }
        var plan = LivePlan()
        plan.settings.partTarget = 0.5
        #expect(plan.partMicroseconds == 500_000)
        #expect(plan.keyFrames == 60)
        plan.settings.partTarget = 0.334
        #expect(plan.partMicroseconds == 333_333)
        plan.frameRate = FrameRate(25)
        #expect(plan.partMicroseconds == 320_000)
    }
}

/// A store that fails after a number of writes.
private final class UnreliableStorage: MediaStorage {
    private let storage: DiskStorage
    private let left = Mutex(Int.max)

    init(_ storage: DiskStorage) { self.storage = storage }

    func fails(after count: Int) { left.withLock { $0 = count } }

    func put(_ content: StorageContent, at key: StorageKey, type: String) async throws {
        let mayGoOn = left.withLock { left in
            left -= 1
            return left >= 0
        }
        guard mayGoOn else { throw CancellationError() }
        try await storage.put(content, at: key, type: type)
    }
    func find(_ key: StorageKey) async throws -> StoredObject? { try await storage.find(key) }
    func read(_ key: StorageKey, range: Range<Int64>?) async throws -> StorageBytes? { try await storage.read(key, range: range) }
    func delete(_ key: StorageKey) async throws { try await storage.delete(key) }
    func list(below prefix: StorageKey) async throws -> [StoredObject] { try await storage.list(below: prefix) }
}
