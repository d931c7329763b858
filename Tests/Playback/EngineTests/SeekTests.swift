// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxMedia

@Suite("Seeking", .serialized, .timeLimit(.minutes(2)))
struct SeekTests {
    @Test(
        "A seek shows the exact frame", arguments: ["vod-cmaf-single", "vod-ts", "vod-cmaf-muxed", "discontinuity-ts", "byte-ranges"])
    func exact(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let targets = [100, 7, 359, 180, 181, 0, 61].filter { $0 < stream.frames }
        let landed = Mutex<[Double?]>([])
        let run = await RecordedRun.play([stream.address], configuration: EngineConfiguration()) { engine in
            await engine.pause()
            for number in targets {
                let report = await engine.seek(to: Double(number) / 30)
                landed.withLock { $0.append(report?.landed) }
            }
            return true
        }
        #expect(landed.withLock { $0 }.map { ($0 ?? -1) * 30 }.map { Int($0.rounded()) } == targets)
        let shown = run.pictures.suffix(targets.count).map(\.number)
        #expect(shown == targets)
    }

    @Test("A superseded seek is reported as such, and the last one lands")
    func superseded() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf-single")
        let reports = Mutex<[SeekReport?]>([])
        let run = await RecordedRun.play([stream.address], configuration: EngineConfiguration()) { engine in
            await engine.pause()
            let all = await engine.seekAtOnce(to: [2, 4, 6, 8])
            reports.withLock { $0 = all }
            return true
        }
        #expect(reports.withLock { $0.map { $0?.landed } } == [nil, nil, nil, 8])
        #expect(run.pictures.last?.number == 240)
    }

    @Test("Seeks in audio-only streams land, loaded or not", arguments: ["audio-only", "packed-aac", "file-sound-m4a", "file-sound-flac"])
    func soundAlone(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let landed = Mutex<[Double?]>([])
        _ = await RecordedRun.play([stream.address], configuration: EngineConfiguration()) { engine in
            await engine.pause()
            for target in [6.0, 1, 9, 3] {
                let report = await engine.seek(to: target)
                landed.withLock { $0.append(report?.landed) }
            }
            return true
        }
        // A block of audio is a few hundredths of a second long.
        let distances = zip(landed.withLock { $0 }, [6.0, 1, 9, 3]).map { abs(($0 ?? .infinity) - $1) }
        #expect(distances.allSatisfy { $0 < 0.1 }, "\(distances)")
    }

    @Test("A seek to the end or beyond shows the last frame, and playing then ends the item", arguments: [11.999, 12, 1e9])
    func end(target: Double) async throws {
        let stream = try GeneratedStreams.named("vod-ts")
        let run = await RecordedRun.play([stream.address], configuration: EngineConfiguration()) { engine in
            await engine.pause()
            _ = await engine.seek(to: target)
            await engine.play()
            return false
        }
        #expect(run.end == .ended)
        #expect(run.pictures.last?.number == 359)
    }

    @Test("A seek in a file needs no playlist", arguments: ["file-start-mp4", "file-end-mp4"])
    func file(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = await RecordedRun.play([stream.address], configuration: EngineConfiguration()) { engine in
            await engine.pause()
            // The middle of a frame: containers round times, and some begin slightly late.
            _ = await engine.seek(to: 200.5 / 30)
            _ = await engine.seek(to: 20.5 / 30)
            return true
        }
        #expect(run.pictures.suffix(2).map(\.number) == [200, 20])
    }

    @Test("A seek within the loaded part of a file makes no request", arguments: ["file-sound-mp3", "file-start-mp4"])
    func fileAsksOnce(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let origin = try await FaultyOrigin(serving: stream)
        let counts = Mutex<[Int]>([])
        _ = await RecordedRun.play([origin.address(of: stream)], configuration: EngineConfiguration(), isPaused: true) { engine in
            for time in [6, 6.05, 6.02, 6.07, 6.01] {
                await engine.seek(to: time)
                counts.withLock { $0.append(origin.requests.count) }
            }
            return true
        }
        let seen = counts.withLock { $0 }
        #expect(seen.count == 5, "\(seen)")
        #expect(Set(seen).count == 1, "\(seen)")
        await origin.stop()
    }

    @Test("A step by one frame forwards or backwards shows the adjacent frame")
    func step() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf-single")
        let run = await RecordedRun.play([stream.address], configuration: EngineConfiguration()) { engine in
            await engine.pause()
            _ = await engine.seek(to: 3)
            _ = await engine.step(by: 1)
            _ = await engine.step(by: 1)
            _ = await engine.step(by: -1)
            return true
        }
        #expect(run.pictures.suffix(4).map(\.number) == [90, 91, 92, 91])
    }

    @Test(
        "A seek is exact in both directions, from the decoding position or from a keyframe",
        arguments: ["vod-cmaf-single", "vod-ts"])
    func ways(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let targets = [31, 33, 34, 40, 39, 58, 62, 61, 65, 130, 131, 119, 121].filter { $0 < stream.frames }
        let run = await RecordedRun.play([stream.address], configuration: EngineConfiguration()) { engine in
            await engine.pause()
            for number in targets { _ = await engine.seek(to: (Double(number) + 0.5) / 30) }
            return true
        }
        #expect(run.pictures.suffix(targets.count).map(\.number) == targets)
    }

    @Test("After a seek no frame following the target is missing", arguments: [250, 251, 252, 253])
    func continues(number: Int) async throws {
        let stream = try GeneratedStreams.named("vod-cmaf-single")
        let run = await RecordedRun.play([stream.address]) { engine in
            await engine.pause()
            _ = await engine.seek(to: 240.5 / 30)
            _ = await engine.seek(to: (Double(number) + 0.5) / 30)
            await engine.play()
            return false
        }
        #expect(run.end == .ended)
        #expect(run.pictures.suffix(stream.frames - number).map(\.number) == Array(number..<stream.frames))
    }
}

extension PlaybackEngine {
    /// Requests several seeks in one turn of the engine, so that none can finish before the last one is requested.
    fileprivate func seekAtOnce(to targets: [Double]) async -> [SeekReport?] {
        let seeks = targets.map { target in Task { await self.seek(to: target) } }
        var reports: [SeekReport?] = []
        for seek in seeks { reports.append(await seek.value) }
        return reports
    }

    @Test("A seek to the end of a paused item does not advance to the prepared one, but playing does")
    func toTheEnd() async throws {
        let stream = try GeneratedStreams.named("short")
        let run = await RecordedRun.play([stream.address, stream.address], isPaused: true) { engine in
            for time in [0.95, 5] { _ = await engine.seek(to: time) }
            #expect(await engine.currentStatus != .ended)
            #expect(engine.lastPicture?.time.rounded() == 1)
            await engine.play()
            return false
        }
        #expect(run.end == .ended)
        let changes = run.facts.compactMap { fact -> String? in
            switch fact {
            case .advanced: "advanced"
            case .status(ItemID(0), .playing): "playing"
            case .seeked: "seeked"
            default: nil
            }
        }
        #expect(changes.firstIndex(of: "advanced").map { $0 >= 2 } == true, "\(changes)")
        #expect(run.pictures.count >= 31)
    }
}
