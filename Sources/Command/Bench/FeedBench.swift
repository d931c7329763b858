// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxEngine
import WindowboxMedia

struct FeedBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Measure the time to show a service's feed and the first frame after a swipe, and the cost of scrolling and swiping.",
        discussion: """
            Requires a display and a service with at least eight videos, such as that of `windowbox demo --serve-only`. The time of a \
            swipe ends with the first window frame that shows the item's first video frame. Frame counts are those of the window; a \
            frame counts as dropped if it missed its display refresh.
            """)

    @Argument(help: "The URL of the service.")
    var address: String

    @Option(help: "The app id.")
    var app = "samples"

    @Option(help: "The number of starts; the median is reported.")
    var starts = 5

    @Option(help: "The number of swipes to preloaded items, and of swipes to others.")
    var swipes = 40

    @Option(help: "How long to scroll the grid, in seconds.")
    var scroll = 20.0

    @Option(help: "How long to swipe once a second to measure memory growth, in seconds; 0 skips it.")
    var stay = 600.0

    @Flag(
        help: """
            Print JSON: feed, ready (p95 of swipes) and cold (median), in seconds; readyFrames (p95; 1 is the next frame); frames; \
            droppedFrames; grown, in bytes. Skipped measurements are omitted.
            """)
    var json = false

    struct Figures: Codable {
        /// Seconds from just before the program's start to the first frame with feed items.
        var feed: Double
        /// Seconds from a swipe to the first video frame: the 95th percentile for prepared videos, and the median for unprepared ones.
        var ready: Double
        var cold: Double?
        /// The number of window frames after the swipe until a prepared video's frame is shown, 1 being the next: 95th percentile.
        var readyFrames: Int
        var frames: Int
        var droppedFrames: Int
        /// Memory growth in bytes from the swipes after the twentieth to the last ones.
        var grown: Int?
        var swipes: Int?
    }

    private struct Report: Decodable {
        struct Rehearsal: Decodable {
            var feedShown: Double?
            var ready: [Double]
            var cold: [Double]
            var readyFrames: [Int]
            var frames: Int
            var droppedFrames: Int
            var memoryBefore: Int?
            var memoryAfter: Int?
            var swipes: Int
            var problem: String?
        }

        var rehearsal: Rehearsal
    }

    func validate() throws {
        guard starts >= 1, swipes >= 1, scroll > 0, stay >= 0 else {
            throw ValidationError("--starts and --swipes must be at least 1, --scroll more than 0 and --stay at least 0")
        }
    }

    func run() async throws {
        guard DesktopProgram.hasDisplay else { throw Failure.failed("no display: set DISPLAY or WAYLAND_DISPLAY") }
        guard let program = DesktopProgram.find()?.path else {
            throw Failure.failed(
                "windowbox-desktop is not in the same folder as this program; build it: swift build --product windowbox-desktop")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var shown: [Double] = []
        for _ in 0..<starts {
            let began = MonotonicClock.now.seconds
            guard let moment = try await rehearse("feed", program, folder).feedShown else {
                throw Failure.failed("the feed did not appear")
            }
            shown.append(moment - began)
        }
        let swiped = try await rehearse("swipes:\(swipes)", program, folder)
        let scrolled = try await rehearse("scroll:\(scroll)", program, folder)
        guard let ready = Self.percentile(0.95, of: swiped.ready) else { throw Failure.failed("no swipe was measured") }
        var figures = Figures(
            feed: Self.percentile(0.5, of: shown) ?? 0, ready: ready, cold: Self.percentile(0.5, of: swiped.cold),
            readyFrames: Self.percentile(0.95, of: swiped.readyFrames) ?? 0, frames: scrolled.frames, droppedFrames: scrolled.droppedFrames)
        if stay > 0 {
            let stayed = try await rehearse("stay:\(stay)", program, folder)
            figures.swipes = stayed.swipes
            figures.grown = stayed.memoryAfter.flatMap { after in stayed.memoryBefore.map { after - $0 } }
        }
        try write(figures)
    }

    private func rehearse(_ part: String, _ program: String, _ folder: URL) async throws -> Report.Rehearsal {
        // A separate data folder: the user's history and settings neither change nor affect the result, nor do earlier runs.
        let folder = folder.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "report.json")
        let window = try MeasuredProcess(
            program, ["--feed", address, "--app-id", app, "--rehearse", part, "--report", file.path],
            environment: ["XDG_DATA_HOME": folder.path])
        await window.waitUntilExit()
        guard let data = try? Data(contentsOf: file), let report = try? JSONDecoder().decode(Report.self, from: data) else {
            throw Failure.failed("windowbox-desktop wrote no report; run it manually to see why")
        }
        if let problem = report.rehearsal.problem { throw Failure.failed("\(part): \(problem)") }
        return report.rehearsal
    }

    /// The given percentile; nil if there are no values.
    private static func percentile<Value: Comparable>(_ share: Double, of values: [Value]) -> Value? {
        guard !values.isEmpty else { return nil }
        return values.sorted()[min(values.count - 1, Int((Double(values.count) * share).rounded(.up)) - 1)]
    }

    private func write(_ figures: Figures) throws {
        if json {
            FileHandle.standardOutput.write(try JSONEncoder().encode(figures) + Data("\n".utf8))
            return
        }
        print(String(format: "feed shown after %.0f ms", figures.feed * 1000))
        let ready = (figures.ready * 1000, figures.readyFrames)
        print(String(format: "swipe to first frame: %.1f ms, %d frames (p95) when preloaded", ready.0, ready.1), terminator: "")
        print(figures.cold.map { String(format: ", %.0f ms (median) otherwise", $0 * 1000) } ?? "")
        print("scrolling: \(figures.droppedFrames) of \(figures.frames + figures.droppedFrames) frames dropped")
        guard let grown = figures.grown, let swipes = figures.swipes else { return }
        print(String(format: "%d swipes: memory grew by %.1f MB", swipes, Double(grown) / 1e6))
    }
}
