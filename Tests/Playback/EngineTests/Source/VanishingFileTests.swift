// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxStreaming

@Suite("Files that change or vanish during playback", .timeLimit(.minutes(1)))
struct VanishingFileTests {
    private static let rate = 48_000
    private static let seconds = 60
    private static let headBytes = 44

    /// A minute of audio: more than the read-ahead.
    private static let wave: [UInt8] = {
        func little(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let count = rate * seconds * 4
        var bytes = Array("RIFF".utf8) + little(36 + count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
        bytes += little(1, 2) + little(2, 2) + little(rate, 4) + little(rate * 4, 4) + little(4, 2) + little(16, 2)
        bytes += Array("data".utf8) + little(count, 4)
        return bytes + [UInt8](repeating: 1, count: count)
    }()

    /// Plays a file to which something is done once it is ready to play.
    private func play(
        _ change: @escaping @Sendable (URL) throws -> Void, then script: @escaping @Sendable (PlaybackEngine) async -> Void = { _ in }
    ) async throws -> RecordedRun {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".wav")
        try Data(Self.wave).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let isChanged = Atomic(false)
        return await RecordedRun.play(
            [url.path], isPaused: true,
            onFact: { fact, engine in
                guard case .ready = fact, !isChanged.exchange(true, ordering: .relaxed) else { return }
                #expect(throws: Never.self) { try change(url) }
                await script(engine)
                await engine.play()
            })
    }

    @Test("A truncated file plays to its end, and the error says so without blaming the network")
    func cut() async throws {
        let left = 8_000_000
        let run = try await play { try FileHandle(forWritingTo: $0).truncate(atOffset: UInt64(left)) }
        guard case .failed(let error) = run.end else {
            Issue.record("playback should have failed, but \(run.end)")
            return
        }
        #expect(error.code == .unavailable)
        #expect(error.underlying == nil)
        #expect(error.message.contains("\(left) of the \(Self.wave.count) bytes"), "\(error)")
        let expected = Double(left - Self.headBytes) / Double(Self.rate * 4)
        #expect(abs(Double(run.frameCount) / Double(Self.rate) - expected) < 0.1)
    }

    @Test("A seek to a truncated part ends in an error")
    func cutBeforeTheTarget() async throws {
        let run = try await play {
            try FileHandle(forWritingTo: $0).truncate(atOffset: 8_000_000)
        } then: { engine in
            Task { await engine.seek(to: 55) }
        }
        guard case .failed(let error) = run.end else {
            Issue.record("playback should have failed, but \(run.end)")
            return
        }
        #expect(error.code == .unavailable, "\(error)")
        #expect(error.isTransient, "\(error)")
    }

    @Test("A removed file continues to play, even after a seek")
    func removed() async throws {
        let run = try await play {
            try FileManager.default.removeItem(at: $0)
        } then: { engine in
            Task { await engine.seek(to: 50) }
        }
        #expect(run.end == .ended)
        #expect(run.frameCount >= Self.rate * 99 / 10)
    }

    @Test("A truncated transfer over a network is reported as a connection loss")
    func connectionLost() async throws {
        // Data still in the network is lost with its connection, so the connection is dropped once all of this has arrived.
        let came = 500_000
        let hasCome = Watched(false)
        let wave = Self.wave
        let origin = try await Origin { _ in
            OriginResponse(
                headers: [("Content-Type", "audio/wav"), ("Content-Length", String(wave.count))],
                body: .stream { writer in
                    try await writer.write(Array(wave.prefix(came)))
                    await hasCome.reaches { $0 }
                    try await writer.drop()
                })
        }
        let run = await RecordedRun.play(
            [origin.address + "/film.wav"], configuration: .impatient, isPaused: true,
            script: { engine in
                let end = Double(came - Self.headBytes) / Double(4 * Self.rate)
                while !Task.isCancelled, await (engine.bufferedRange?.end ?? 0) < end - 0.05 { await Task.yield() }
                hasCome.change { $0 = true }
                await engine.play()
                return false
            })
        guard case .failed(let error) = run.end else {
            Issue.record("playback should have failed, but \(run.end)")
            return
        }
        #expect(error.isTransient)
        #expect([.truncated, .connection].contains(error.underlying?.cause), "\(error)")
        #expect(abs(run.frameCount - (came - Self.headBytes) / 4) < Self.rate / 10)
        await origin.stop()
    }
}
