// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import WindowboxKit
import WindowboxOffline

@testable import windowbox

@Suite("windowbox download", .timeLimit(.minutes(2))) struct DownloadTests {
    /// A folder that is removed with the test.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)").path
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func keep(_ address: String, in folder: Folder, _ options: [String] = []) async throws -> DownloadReport {
        try await DownloadStream.parse([address, "--to", folder.path] + options).keep()
    }

    @Test("1.30: a download keeps the requested renditions, prints the file to play, and loads nothing twice")
    func keeps() async throws {
        let folder = Folder()
        let served = try await ServedStream("vod-cmaf")
        let address = served.address("index.m3u8")
        let report = try await keep(address, in: folder, ["--max-bitrate", "500000", "--audio-language", "fr"])
        #expect(report.status.state == .completed)
        let path = try #require(report.path)
        #expect(report.summary == path + "\n")
        #expect(Set(served.paths.filter { $0.contains("/init") }.map { $0.prefix { $0 != "/" } }) == ["180p", "audio-fr"])
        let asked = served.paths.count
        #expect(try await keep(address, in: folder).path == path)
        #expect(served.paths.count == asked)
        await served.origin.stop()
        let run = await RecordedRun.play([path])
        #expect(run.end == .ended)
        #expect(run.numbers.count == (try GeneratedStreams.named("vod-cmaf").frames))
    }

    @Test("1.30: the JSON has the state, the file and the error")
    func json() async throws {
        let folder = Folder()
        let origin = try await FaultyOrigin([:])
        let report = try await keep(origin.address + "/none.m3u8", in: folder)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(report.json.bytes)) as? [String: Any])
        #expect(json["state"] as? String == "failed")
        #expect(json["error"] as? String == "notFound")
        #expect(json["path"] is NSNull)
        #expect(report.summary.isEmpty)
        await origin.stop()
    }

    @Test("1.30: invalid options are refused, and the help lists the options")
    func usage() throws {
        #expect(throws: (any Error).self) { try DownloadStream.parse(["http://localhost/a.m3u8"]) }
        #expect(throws: (any Error).self) { try DownloadStream.parse(["a", "--to", "b", "--max-bitrate", "0"]) }
        let help = Windowbox.helpMessage(for: DownloadStream.self)
        for option in ["--to", "--max-bitrate", "--audio-language", "--subtitle-language", "--json"] { #expect(help.contains(option)) }
    }
}
