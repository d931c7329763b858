// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxEngine
import WindowboxMedia

struct WindowBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "window",
        abstract: "What the window costs: until it is there, while it is idle, and beside decoding while it plays.",
        discussion: """
            Needs a display. Playing is what the window and the X server of this machine take together, less what the same address takes
            in the same time without a window; 100 is one core.
            """)

    @Argument(help: "The address to play; without one that is left out.")
    var address: String?

    @Option(help: "Starts of which the median counts.")
    var starts = 5

    @Option(help: "Seconds that idle and playing windows are watched for.")
    var seconds = 10.0

    @Flag(help: "Print JSON: shown in seconds, idle in seconds of processor a second, playing in cores, pictures and dropped.")
    var json = false

    struct Figures: Codable {
        /// Seconds from just before the program's start to its window's first frame.
        var shown: Double
        /// Processor time per second while idle.
        var idle: Double
        /// Processor time per second during playback: of the program, of the X server, and of playback without a window.
        var playing: Double?
        var server: Double?
        var decoding: Double?
        var pictures: Int?
        var dropped: Int?

        /// The cost of the window in addition to decoding; nil if nothing was played.
        var beside: Double? { playing.flatMap { playing in decoding.map { playing + (server ?? 0) - $0 } } }
    }

    func run() async throws {
        guard starts >= 1, seconds >= 1 else { throw ValidationError("At least one start and one second are needed.") }
        guard DesktopProgram.hasDisplay else { throw Failure.failed("no display: neither DISPLAY nor WAYLAND_DISPLAY leads to one") }
        guard let program = DesktopProgram.find()?.path, let own = WatchedProgram.ownPath else {
            throw Failure.failed("windowbox-desktop is not beside this program: build it too")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bench = WindowMeasure(program: program, command: own, folder: folder, seconds: seconds)
        var shown: [Double] = []
        for _ in 0..<starts { shown.append(try await bench.start()) }
        var figures = Figures(shown: shown.sorted()[shown.count / 2], idle: try await bench.idle())
        if let address { try await bench.play(address, &figures) }
        try write(figures)
    }

    private func write(_ figures: Figures) throws {
        if json {
            FileHandle.standardOutput.write(try JSONEncoder().encode(figures) + Data("\n".utf8))
            return
        }
        print(String(format: "window after %.0f ms, idle %.2f ms of processor a second", figures.shown * 1000, figures.idle * 1000))
        guard let playing = figures.playing, let decoding = figures.decoding, let beside = figures.beside else { return }
        print(
            String(
                format:
                    "playing %.1f %% of a core and %.1f %% of the X server, decoding %.1f %%: beside it %.1f %%; %d pictures, %d dropped",
                playing * 100, (figures.server ?? 0) * 100, decoding * 100, beside * 100, figures.pictures ?? 0, figures.dropped ?? 0))
    }
}

/// The measurements, in sequence.
struct WindowMeasure {
    let program: String
    let command: String
    let folder: URL
    let seconds: Double

    /// Seconds before each measurement, to exclude the start.
    private static let settling = 3.0

    private struct Report: Decodable {
        var windowShown: Double?
        var picturesPresented: Int
        var picturesDropped: Int
    }

    private var report: URL { folder.appending(path: "report.json") }

    private func window(for duration: Double, _ address: String? = nil) throws -> WatchedProgram {
        try? FileManager.default.removeItem(at: report)
        let words = ["--report", report.path, "--for", String(duration)] + (address.map { [$0] } ?? [])
        // A separate data folder: the user's history and settings neither change nor affect the result.
        return try WatchedProgram(program, words, environment: ["XDG_DATA_HOME": folder.path])
    }

    private func read() throws -> Report {
        guard let data = try? Data(contentsOf: report), let read = try? JSONDecoder().decode(Report.self, from: data) else {
            throw Failure.failed("windowbox-desktop has written no report: start it by hand to see why")
        }
        return read
    }

    func start() async throws -> Double {
        let began = MonotonicClock.now.seconds
        let window = try window(for: 1)
        await window.end()
        guard let shown = try read().windowShown else { throw Failure.failed("the window has shown no frame") }
        return shown - began
    }

    func idle() async throws -> Double {
        let window = try window(for: Self.settling + seconds + 1)
        let used = try await processors([window.id])[0]
        await window.end()
        return used
    }

    func play(_ address: String, _ figures: inout WindowBench.Figures) async throws {
        let window = try window(for: Self.settling + seconds + 1, address)
        let server = XServer.processIdentifier
        let used = try await processors([window.id] + (server.map { [$0] } ?? []))
        await window.end()
        let report = try read()
        (figures.playing, figures.server) = (used[0], used.count > 1 ? used[1] : nil)
        (figures.pictures, figures.dropped) = (report.picturesPresented, report.picturesDropped)
        let bare = try WatchedProgram(
            command, ["play", address, "--headless", "--quiet", "--for", String(Self.settling + seconds + 1)], environment: [:])
        figures.decoding = try await processors([bare.id])[0]
        await bare.end()
    }

    /// The processor use of each process during the measurement, in shares of a core.
    private func processors(_ ids: [Int32]) async throws -> [Double] {
        try await Task.sleep(for: .seconds(Self.settling))
        let (before, begun) = (ids.map(WatchedProgram.processor(of:)), MonotonicClock.now)
        try await Task.sleep(for: .seconds(seconds))
        let (after, spent) = (ids.map(WatchedProgram.processor(of:)), MonotonicClock.now - begun)
        return try zip(before, after).map { before, after in
            guard let before, let after else { throw Failure.failed("a program that was measured has ended early") }
            return (after - before) / spent
        }
    }
}
