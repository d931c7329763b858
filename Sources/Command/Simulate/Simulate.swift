// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxBrowser
import WindowboxStreaming

struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Simulate playback over recorded network traces and report how adaptive bit rate selection performs.",
        discussion: """
            The simulation uses the same algorithm as playback. A request takes the latency of the trace, then its data arrives at the \
            bandwidth of the trace. There is one request at a time, and traces repeat.

            --traces is JSON: {"columns": ["duration_ms", "bandwidth_kbps", "latency_ms"], "traces": {"name": [[1000, 2500, 80], …]}}.
            --journal replays a session that was recorded in a browser (the element's recording() with the attribute record) and prints \
            its journal, which has the same bytes as there.

            --movie is JSON: {"segment_duration_ms": 3000, "bitrates_kbps": [230, 6000], "segment_sizes_bits": [[886360, 20657480], …]}.

            Exit status: 0 success, 1 a file cannot be read or used, 2 usage error.
            """)

    @Option(help: "The JSON file with the network traces; - reads standard input.", completion: .file())
    var traces: String?

    @Option(help: "The JSON file with the segment sizes of the movie; - reads standard input.", completion: .file())
    var movie: String?

    @Option(help: "The capacity of the player's buffer, in seconds.")
    var buffer: Double?

    @Option(help: "Replay this recorded session instead, and print its journal; - reads standard input.", completion: .file())
    var journal: String?

    @Flag(help: "Simulate a live stream.")
    var live = false

    @Option(help: "Play only this many seconds of the movie.")
    var limit: Double?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if journal != nil {
            guard traces == nil, movie == nil, buffer == nil, limit == nil, !live, !json else {
                throw ValidationError("--journal replays a recorded session, and takes no other option")
            }
            return
        }
        guard traces != nil, movie != nil, let buffer else {
            throw ValidationError("--traces, --movie and --buffer are needed, or --journal to replay a recorded session")
        }
        if traces == StandardStreams.name, movie == traces {
            throw ValidationError("only one of --traces and --movie can be -, standard input")
        }
        guard buffer > 0, buffer <= 1e6 else {
            throw ValidationError("--buffer must be more than 0 and at most 1000000 seconds, not \(buffer)")
        }
        if let limit, !(limit > 0 && limit.isFinite) { throw ValidationError("--limit must be more than 0 seconds, not \(limit)") }
    }

    func run() async throws {
        if let journal {
            let lines = try Self.replay(journal)
            return FileHandle.standardOutput.write(Data(lines.map { $0 + "\n" }.joined().utf8))
        }
        let report = try await report()
        FileHandle.standardOutput.write(Data(json ? report.json.bytes : Array(report.summary.utf8)))
    }

    /// The journal of a recorded session.
    static func replay(_ path: String) throws -> [String] {
        guard let bytes = try? StandardStreams.read(path) else { throw Failure.failed("\(path) can't be read") }
        do throws(SessionReplay.Failure) { return try SessionReplay([UInt8](bytes)).run() } catch {
            throw Failure.failed("\(path): \(error.message)")
        }
    }

    func report() async throws -> SimulationReport {
        guard let traces, let movie, let buffer else { throw Failure.usage("--traces, --movie and --buffer are needed") }
        var movieSizes = try SegmentSizesFile.read(movie)
        if let limit { movieSizes = movieSizes.limited(to: limit) }
        let networks = try TraceFile.read(traces)
        guard buffer >= movieSizes.segmentDuration else {
            throw Failure.usage("a buffer of \(buffer) s is too small for segments of \(movieSizes.segmentDuration) s; increase --buffer")
        }
        var sessions: [SimulatedSession] = []
        for network in networks {
            guard network.longest(for: movieSizes) < Self.longestSession else {
                throw Failure.failed("\(traces): trace \(network.name) would take years to transfer the movie; correct its values")
            }
            do throws(SimulationError) {
                sessions.append(try SimulatedSession(movie: movieSizes, trace: network.trace, capacity: buffer, isLive: live))
            } catch { throw Failure.failed("trace \(network.name): \(error.message)") }
        }
        let results = await play(sessions)
        return SimulationReport(traces: zip(networks, results).map { .init(name: $0.name, result: $1) })
    }

    /// Seconds. Clocks count nanoseconds in 64 bits and end after about 290 years.
    private static let longestSession = 1e8

    /// Runs all sessions, one per processor at a time; results are in session order.
    private func play(_ sessions: [SimulatedSession]) async -> [SimulationResult] {
        var bar = TerminalProgress(label: "simulating")
        defer { bar.finish() }
        return await withTaskGroup(of: (Int, SimulationResult).self) { group in
            var next = 0
            var done = 0
            func start() {
                guard next < sessions.count else { return }
                let (index, session) = (next, sessions[next])
                next += 1
                group.addTask { (index, session.play(ABRController())) }
            }
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { start() }
            var results = [SimulationResult?](repeating: nil, count: sessions.count)
            for await (index, result) in group {
                results[index] = result
                done += 1
                bar.show(Double(done) / Double(sessions.count))
                start()
            }
            return results.compactMap { $0 }
        }
    }
}
