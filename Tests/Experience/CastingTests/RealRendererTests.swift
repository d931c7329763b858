// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit

/// Runs `windowbox cast` with Debian's gmediarender in a separate network (`Scripts/renderer.sh`).
@Suite(
    "Real renderer", .serialized, .timeLimit(.minutes(3)),
    .enabled(if: RealRenderer.isPossible, "needs gmediarender and permission to create a network namespace"))
struct RealRendererTests {
    @Test("LB-16: It is found by name, plays what is cast in real time, and ends", arguments: ["file-end-mp4", "file-sound-mp3"])
    func plays(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = try await RealRenderer.cast([stream.address])
        #expect(run.report.ended == 1)
        #expect(run.report.error == nil)
        #expect(RealRenderer.hasPlayed(run.log))
        let length = try #require(run.report.duration)
        #expect(abs(length - stream.duration) < 1.5)
        // The position advanced steadily, and was near the end when it stopped.
        #expect(zip(run.report.positions, run.report.positions.dropFirst()).allSatisfy { $0 <= $1 + 0.1 })
        #expect(try #require(run.report.positions.last) > length - 4)
        #expect(run.report.positions.count > Int(length) / 2)
    }

    @Test(
        "A seek is done by the renderer in a file, and by setting a new URL in a stream",
        arguments: ["file-end-mp4", "vod-ts", "aes-128-ts", "vod-cmaf-muxed", "vod-cmaf", "sample-aes-ts"])
    func seeks(name: String) async throws {
        let run = try await RealRenderer.cast([try GeneratedStreams.named(name).address, "--seek", "8"])
        #expect(run.report.error == nil)
        #expect(run.report.ended == 1)
        let landing = try #require(run.report.landings.last)
        #expect(landing > 5)
        #expect(landing < 9)
        #expect(run.report.positions.contains { $0 > 8 })
    }

    @Test("One item follows the other")
    func list() async throws {
        let address = try GeneratedStreams.named("short").address
        let run = try await RealRenderer.cast([address, address])
        #expect(run.report.ended == 2)
    }
}

extension RealRendererTests {
    @Test("LB-16: The desktop app finds it by name, and plays there instead of locally")
    func desktopApp() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (log, file) = (folder.appending(path: "log"), folder.appending(path: "report.json"))
        let (status, _) = try RealRenderer.run(
            [
                RealRenderer.root.appending(path: "Scripts/session.sh").path, "env", "XDG_DATA_HOME=\(folder.path)",
                RealRenderer.program("windowbox-desktop").path, "--cast", "windowbox test", "--for", "25", "--report", file.path,
                try GeneratedStreams.named("file-end-mp4").address,
            ], log: log.path)
        struct Report: Decodable {
            var playedOn: String?
        }
        let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: file))
        #expect(status == 0)
        #expect(report.playedOn == "Windowbox test")
        #expect(RealRenderer.hasPlayed(try String(contentsOf: log, encoding: .utf8)))
    }
}

struct RealRenderer {
    struct Report: Decodable {
        var positions: [Double]
        var landings: [Double]
        var ended: Int
        var duration: Double?
        var error: String?
    }
    var status: Int32
    var report: Report
    var log: String

    static let isPossible = (try? run(["true"], log: "/dev/null"))?.status == 0

    static func cast(_ arguments: [String]) async throws -> RealRenderer {
        let log = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).log")
        defer { try? FileManager.default.removeItem(at: log) }
        let command = [program("windowbox").path, "cast", "--json", "--renderer", "Windowbox test", "--search-for", "60"] + arguments
        let (status, output) = try run(command, log: log.path)
        return RealRenderer(
            status: status, report: try JSONDecoder().decode(Report.self, from: output), log: try String(contentsOf: log, encoding: .utf8))
    }

    /// In the folder of the test's own program.
    static func program(_ name: String) -> URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name)
    }

    static var root: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    /// Whether it reported a change, or its initial state if it changed before that.
    static func hasPlayed(_ log: String) -> Bool {
        log.contains("TransportState: PLAYING") || log.contains("<TransportState val=\"PLAYING\">")
    }

    static func run(_ command: [String], log: String) throws -> (status: Int32, output: Data) {
        let process = Process()
        process.executableURL = root.appending(path: "Scripts/renderer.sh")
        process.arguments = [log] + command
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.runWithSignals()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, data)
    }
}
