// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxKit

/// A live origin of FFmpeg or GStreamer behind nginx, run by `Scripts/live/origin.py`.
final class LiveLaboratory: Sendable {
    struct Event: Decodable, Sendable {
        var message: String
        /// Seconds since 1970.
        var at: Double?
        var conditions: String?
        var address: String?
        /// The file of the certificate authority to trust.
        var certificate: String?
        /// When frame 0 was made, in seconds since 1970, and the frame rate.
        var epoch: Double?
        var rate: Double?
        /// The published frames.
        var runs: [[Int]]?
    }

    let address: String
    let certificate: String?
    let epoch: Double
    let rate: Double
    /// The number of the frame that is made when the origin is ready.
    let start: Int
    private let program: RunningProgram
    private let reading: Task<Void, Never>
    private let received: Received

    /// The events so far, including the one with the origin's address.
    private final class Received: Sendable {
        let events = Mutex<[Event]>([])
        let ready: AsyncStream<Event>
        let send: AsyncStream<Event>.Continuation

        init() { (ready, send) = AsyncStream.makeStream() }
    }

    /// - Parameters:
    ///   - isFar: Whether it is behind a network of changing quality, which needs root.
    ///   - restartEvery: Seconds between restarts of the encoder, in cases that have them.
    static func open(_ name: String, isFar: Bool, restartEvery: Double) async throws -> LiveLaboratory {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../Scripts/live/origin.py").standardized
        var words = [script.path, name, "--restart-every", String(restartEvery)]
        if isFar { words.append("--link") }
        let program = try RunningProgram("/usr/bin/python3", ["-B"] + words, readsInput: true)
        let received = Received()
        let reading = Task {
            for await line in program.lines {
                guard let event = try? JSONDecoder().decode(Event.self, from: Data(line.utf8)) else { continue }
                received.events.withLock { $0.append(event) }
                if event.message == "ready" { received.send.yield(event) }
            }
            received.send.finish()
        }
        guard let ready = await received.ready.first(where: { _ in true }), let address = ready.address, let epoch = ready.epoch,
            let rate = ready.rate
        else { throw RunningProgram.Fault("the live origin \(name) did not start") }
        return LiveLaboratory(
            address: address, certificate: ready.certificate, epoch: epoch, rate: rate, program: program, reading: reading,
            received: received)
    }

    private init(
        address: String, certificate: String?, epoch: Double, rate: Double, program: RunningProgram, reading: Task<Void, Never>,
        received: Received
    ) {
        (self.address, self.certificate, self.epoch, self.rate) = (address, certificate, epoch, rate)
        start = Int((Date().timeIntervalSince1970 - epoch) * rate)
        (self.program, self.reading, self.received) = (program, reading, received)
    }

    /// The events so far.
    var events: [Event] { received.events.withLock { $0 } }

    /// Stops the origin.
    /// - Returns: The published frames, as runs in order.
    func close() async -> [ClosedRange<Int>] {
        await program.end()
        await reading.value
        return (events.last?.runs ?? []).compactMap { $0.count == 2 ? $0[0]...$0[1] : nil }
    }
}
