// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// What comes out of the session's silent sink, read from its monitor by PulseAudio's own recorder.
final class SinkRecording: Sendable {
    private let process: Process
    private struct State {
        var rest = Data()
        var sound: [Float] = []
        var frames = 0
    }
    private let state = Mutex(State())
    /// Says that more came.
    private let changes: AsyncStream<Void>
    private let tell: AsyncStream<Void>.Continuation

    /// nil without the session's sink and its recorder; see ``reason``.
    static var isPossible: Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/parec") && ProcessInfo.processInfo.environment["PULSE_SERVER"] != nil
    }
    static let reason = "needs parec and a PulseAudio server; Scripts/session.sh starts one"

    /// Returns once the monitor delivers.
    init() async throws {
        (changes, tell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/parec")
        process.arguments = [
            "--raw", "--format=float32le", "--rate=48000", "--channels=2", "--device=silence.monitor", "--latency-msec=10",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        self.process = process
        try process.run()
        // A thread of its own: a source of Dispatch may outlive the pipe that it watches.
        Thread.detachNewThread { [weak self, tell] in
            while case let data = output.fileHandleForReading.availableData, !data.isEmpty { self?.take(data) }
            tell.finish()
        }
        await until(frames: 1)
    }

    deinit { process.terminate() }

    private func take(_ data: Data) {
        state.withLock { state in
            state.rest.append(data)
            let count = state.rest.count / 8 * 8
            let whole = Data(state.rest.prefix(count))
            state.rest = Data(state.rest.dropFirst(count))
            state.frames += count / 8
            whole.withUnsafeBytes { bytes in
                for offset in stride(from: 0, to: count, by: 8) {
                    let left = bytes.loadUnaligned(fromByteOffset: offset, as: Float.self)
                    if left != 0 { state.sound.append(left) }
                }
            }
        }
        tell.yield()
    }

    /// Left samples so far, without the silence before, between and behind.
    var sound: [Float] { state.withLock { $0.sound } }
    /// Frames so far, silence and all.
    var frames: Int { state.withLock { $0.frames } }

    private func until(_ condition: (State) -> Bool) async {
        while !condition(state.withLock { $0 }), await more() {}
    }

    /// Returns when more was recorded, silence or not; false when there is no more.
    func more() async -> Bool { await changes.first { true } != nil && !Task.isCancelled }

    func until(sound count: Int) async { await until { $0.sound.count >= count } }
    func until(frames count: Int) async { await until { $0.frames >= count } }
    func until(heard sample: Float) async { await until { $0.sound.last == sample } }
}
