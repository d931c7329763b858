// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxMedia

/// The output of the session's null sink, recorded from its monitor by PulseAudio's own recorder.
final class SinkRecording: Sendable {
    private let process: Process
    private struct State {
        var rest = Data()
        var sound: [Float] = []
        var frames = 0
        /// The last frame that is not silent.
        var frame: [Float] = []
        /// All samples, interleaved.
        var samples: [Float] = []
        /// The time of the first frame, estimated from the least delayed data.
        var beginning: Instant?
    }
    private let channels: Int
    private let state = Mutex(State())
    /// Signals that more was recorded.
    private let changes: AsyncStream<Void>
    private let send: AsyncStream<Void>.Continuation

    /// Whether the session's sink and its recorder are available; see ``reason``.
    static var isPossible: Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/parec") && ProcessInfo.processInfo.environment["PULSE_SERVER"] != nil
    }
    static let reason = "needs parec and a PulseAudio server; Scripts/session.sh starts one"

    /// Returns when the monitor delivers data.
    /// - Parameters:
    ///   - sink: The sink whose monitor is recorded.
    ///   - channels: Its channels, by PulseAudio's names.
    init(of sink: String = "silence", channels: [String] = ["front-left", "front-right"]) async throws {
        self.channels = channels.count
        (changes, send) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/parec")
        process.arguments = [
            "--raw", "--format=float32le", "--rate=48000", "--channels=\(channels.count)",
            "--channel-map=\(channels.joined(separator: ","))", "--device=\(sink).monitor", "--latency-msec=10",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        self.process = process
        try process.run()
        // A separate thread, because a Dispatch source may outlive the pipe that it watches.
        Thread.detachNewThread { [weak self, send] in
            while case let data = output.fileHandleForReading.availableData, !data.isEmpty { self?.take(data) }
            send.finish()
        }
        await until(frames: 1)
    }

    deinit { process.terminate() }

    private func take(_ data: Data) {
        let now = MonotonicClock.now
        state.withLock { state in
            state.rest.append(data)
            let size = 4 * channels
            let count = state.rest.count / size * size
            let whole = Data(state.rest.prefix(count))
            state.rest = Data(state.rest.dropFirst(count))
            state.frames += count / size
            let beginning = now + -Double(state.frames) / 48_000
            state.beginning = state.beginning.map { min($0, beginning) } ?? beginning
            whole.withUnsafeBytes { bytes in
                for offset in stride(from: 0, to: count, by: size) {
                    for channel in 0..<channels {
                        state.samples.append(bytes.loadUnaligned(fromByteOffset: offset + 4 * channel, as: Float.self))
                    }
                    let left = bytes.loadUnaligned(fromByteOffset: offset, as: Float.self)
                    guard left != 0 else { continue }
                    state.sound.append(left)
                    state.frame = (0..<channels).map { bytes.loadUnaligned(fromByteOffset: offset + 4 * $0, as: Float.self) }
                }
            }
        }
        send.yield()
    }

    /// The left samples so far, without silence before, between and after.
    var sound: [Float] { state.withLock { $0.sound } }
    /// The last frame that is not silent, by channel.
    var frame: [Float] { state.withLock { $0.frame } }
    /// All that was recorded, with the times at which it left the sink.
    var heard: HeardSound {
        state.withLock { state in
            let beginning = state.beginning ?? .zero
            return HeardSound(
                format: AudioFormat(channels: channels), samples: state.samples,
                marks: [(0, beginning), (state.frames, beginning + Double(state.frames) / 48_000)])
        }
    }
    /// The number of frames so far, including silence.
    var frames: Int { state.withLock { $0.frames } }

    private func until(_ condition: (State) -> Bool) async {
        while !condition(state.withLock { $0 }), await more() {}
    }

    /// Returns when more was recorded, including silence; false at the end.
    func more() async -> Bool { await changes.first { true } != nil && !Task.isCancelled }

    func until(sound count: Int) async { await until { $0.sound.count >= count } }
    func until(frames count: Int) async { await until { $0.frames >= count } }
    func until(heard sample: Float) async { await until { $0.sound.last == sample } }
}
