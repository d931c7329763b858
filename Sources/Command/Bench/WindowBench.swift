// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxEngine
import WindowboxMedia

struct WindowBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "window",
        abstract: "Measure the startup time of the window, its idle CPU time, and its overhead over decoding during playback.",
        discussion: """
            Requires a display. The overhead is the CPU time of the window and the local X server during playback, minus that of playing \
            the same URL for the same time without a window; 100 % is one core.
            """)

    @Argument(help: "The URL or file to play; omit it to skip playback.")
    var address: String?

    @Option(help: "The number of starts; the median is reported.")
    var starts = 5

    @Option(help: "How long to measure idle and playing windows, in seconds.")
    var seconds = 10.0

    @Flag(
        help: "Print JSON: shown, in seconds; idle, in CPU seconds per second; playing, server and decoding, in cores; pictures; dropped.")
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
        var windowOverhead: Double? { playing.flatMap { playing in decoding.map { playing + (server ?? 0) - $0 } } }
    }

    func run() async throws {
        guard starts >= 1, seconds >= 1 else { throw ValidationError("--starts and --seconds must be at least 1") }
        guard DesktopProgram.hasDisplay else { throw Failure.failed("no display: set DISPLAY or WAYLAND_DISPLAY") }
        guard let program = DesktopProgram.find()?.path, let own = MeasuredProcess.ownPath else {
            throw Failure.failed(
                "windowbox-desktop is not in the same folder as this program; build it: swift build --product windowbox-desktop")
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
        print(String(format: "window shown after %.0f ms, idle CPU %.2f ms/s", figures.shown * 1000, figures.idle * 1000))
        guard let playing = figures.playing, let decoding = figures.decoding, let windowOverhead = figures.windowOverhead else { return }
        print(
            String(
                format:
                    "playing %.1f %% of a core plus %.1f %% in the X server, decoding %.1f %%, overhead %.1f %%; %d frames, %d dropped",
                playing * 100, (figures.server ?? 0) * 100, decoding * 100, windowOverhead * 100, figures.pictures ?? 0,
                figures.dropped ?? 0))
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

    private func window(for duration: Double, _ address: String? = nil) throws -> MeasuredProcess {
        try? FileManager.default.removeItem(at: report)
        let arguments = ["--report", report.path, "--for", String(duration)] + (address.map { [$0] } ?? [])
        // A separate data folder: the user's history and settings neither change nor affect the result.
        return try MeasuredProcess(program, arguments, environment: ["XDG_DATA_HOME": folder.path])
    }

    private func read() throws -> Report {
        guard let data = try? Data(contentsOf: report), let read = try? JSONDecoder().decode(Report.self, from: data) else {
            throw Failure.failed("windowbox-desktop wrote no report; run it manually to see why")
        }
        return read
    }

    func start() async throws -> Double {
        let began = MonotonicClock.now.seconds
        let window = try window(for: 1)
        await window.waitUntilExit()
        guard let shown = try read().windowShown else { throw Failure.failed("the window showed no frame") }
        return shown - began
    }

    func idle() async throws -> Double {
        let window = try window(for: Self.settling + seconds + 1)
        let used = try await cpuShares([window.id])[0]
        await window.waitUntilExit()
        return used
    }

    func play(_ address: String, _ figures: inout WindowBench.Figures) async throws {
        let window = try window(for: Self.settling + seconds + 1, address)
        let server = XServer.processIdentifier
        let used = try await cpuShares([window.id] + (server.map { [$0] } ?? []))
        await window.waitUntilExit()
        let report = try read()
        (figures.playing, figures.server) = (used[0], used.count > 1 ? used[1] : nil)
        (figures.pictures, figures.dropped) = (report.picturesPresented, report.picturesDropped)
        let bare = try MeasuredProcess(
            command, ["play", address, "--headless", "--quiet", "--for", String(Self.settling + seconds + 1)], environment: [:])
        figures.decoding = try await cpuShares([bare.id])[0]
        await bare.waitUntilExit()
    }

    /// The processor use of each process during the measurement, in shares of a core.
    private func cpuShares(_ ids: [Int32]) async throws -> [Double] {
        try await Task.sleep(for: .seconds(Self.settling))
        let (before, begun) = (ids.map(MeasuredProcess.cpuTime(of:)), MonotonicClock.now)
        try await Task.sleep(for: .seconds(seconds))
        let (after, spent) = (ids.map(MeasuredProcess.cpuTime(of:)), MonotonicClock.now - begun)
        return try zip(before, after).map { before, after in
            guard let before, let after else { throw Failure.failed("a measured program exited early") }
            return (after - before) / spent
        }
    }
}
