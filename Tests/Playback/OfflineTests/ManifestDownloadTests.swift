// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxOrigin

@testable import WindowboxOffline

@MainActor @Suite("DASH downloads", .serialized, .timeLimit(.minutes(1)))
struct ManifestDownloadTests {
    @Test("A manifest is downloaded as playlists and segments that play offline", arguments: ["dash-two-periods", "dash-on-demand"])
    func plays(name: String) async throws {
        let stream = try #require(try PackagedStreams.all.first { $0.name == name })
        let manifest = URL(filePath: try PackagedStreams.address(of: stream))
        let origin = try await LiveOrigin(LiveOrigin.Programme(folder: manifest.deletingLastPathComponent()))
        let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let downloader = try await Downloader.open(folder, configuration: DownloadStage.configuration())
        let download = try await downloader.download(url: origin.address + "/manifest.mpd")
        #expect(await download.settled().state == .completed)
        await origin.stop()
        let run = await RecordedRun.play([try #require(downloader.path(of: download))])
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<stream.pictures).map { $0 })
        await downloader.close()
    }

    @Test("The keys of a ClearKey licence server are downloaded, and playback makes no request for them")
    func encrypted() async throws {
        let stream = try GeneratedStreams.named("cenc-cmaf")
        let ids = ["video": [UInt8](repeating: 0xA1, count: 16), "sound": [UInt8](repeating: 0xB2, count: 16)]
        func text(_ bytes: [UInt8]) -> String {
            Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        var (sets, keys) = ("", [String]())
        for (folder, mime, codecs) in [("video", "video/mp4", "avc1.64001e"), ("sound", "audio/mp4", "mp4a.40.2")] {
            let id = ids[folder] ?? []
            sets += "<AdaptationSet mimeType=\"\(mime)\" codecs=\"\(codecs)\"><ContentProtection value=\"cenc\" "
            sets += "schemeIdUri=\"urn:mpeg:dash:mp4protection:2011\" default_KID=\"\(id.map { String($0, radix: 16) }.joined())\"/>"
            sets +=
                "<ContentProtection schemeIdUri=\"urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e\"><Laurl>license</Laurl></ContentProtection>"
            sets +=
                "<SegmentTemplate duration=\"2\" startNumber=\"0\" initialization=\"\(folder)/init.mp4\" media=\"\(folder)/$Number$.m4s\"/>"
            sets += "<Representation id=\"\(folder)\" bandwidth=\"500000\"/></AdaptationSet>"
            let key = [UInt8](try Data(contentsOf: stream.directory.appending(path: "\(folder)/key.bin")))
            keys.append("{\"kty\":\"oct\",\"kid\":\"\(text(id))\",\"k\":\"\(text(key))\"}")
        }
        let texts = [
            "/m.mpd": "<MPD mediaPresentationDuration=\"PT12S\"><Period>\(sets)</Period></MPD>",
            "/license": "{\"keys\":[\(keys.joined(separator: ","))]}",
        ]
        let files = FilesInMemory(stream.directory)
        let origin = try await FaultyOrigin(rules: []) { request in texts[request.path].map { .text($0) } ?? files.answer(request) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let downloader = try await Downloader.open(folder, configuration: DownloadStage.configuration())
        let download = try await downloader.download(url: origin.address + "/m.mpd")
        #expect(await download.settled().state == .completed)
        let asked = origin.requests.count
        let run = await RecordedRun.play([try #require(downloader.path(of: download))])
        #expect(run.end == .ended, "\(run.journal.suffix(8))")
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        #expect(origin.requests.count == asked)
        await downloader.close()
    }
}
