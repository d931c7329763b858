// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxKit

/// A live origin of FFmpeg or GStreamer behind nginx, which `Scripts/live/origin.py` runs.
final class LiveLaboratory: Sendable {
    struct Event: Decodable, Sendable {
        var message: String
        /// Seconds since 1970.
        var at: Double?
        var conditions: String?
        var address: String?
        /// A file with the authority to trust.
        var certificate: String?
        /// When picture 0 was made, in seconds since 1970, and how many are made a second.
        var epoch: Double?
        var rate: Double?
        /// Pictures that were published.
        var runs: [[Int]]?
    }

    let address: String
    let certificate: String?
    let epoch: Double
    let rate: Double
    /// The picture that is made when the origin is ready.
    let start: Int
    private let program: RunningProgram
    private let reading: Task<Void, Never>
    private let received: Received

    /// The events so far, and the one that says where the origin is.
    private final class Received: Sendable {
        let events = Mutex<[Event]>([])
        let ready: AsyncStream<Event>
        let tell: AsyncStream<Event>.Continuation

        init() { (ready, tell) = AsyncStream.makeStream() }
    }

    /// - Parameters:
    ///   - isFar: behind a network of changing quality, which needs root.
    ///   - restartEvery: seconds from one restart of the encoder to the next, where the case has them.
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
                if event.message == "ready" { received.tell.yield(event) }
            }
            received.tell.finish()
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

    /// What has happened so far.
    var events: [Event] { received.events.withLock { $0 } }

    /// Ends it.
    /// - Returns: the pictures that were published, as runs in order.
    func close() async -> [ClosedRange<Int>] {
        await program.end()
        await reading.value
        return (events.last?.runs ?? []).compactMap { $0.count == 2 ? $0[0]...$0[1] : nil }
    }
}
