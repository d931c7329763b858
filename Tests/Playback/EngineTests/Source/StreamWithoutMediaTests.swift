// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxOrigin
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Streams without video and audio", .timeLimit(.minutes(1)))
struct StreamWithoutMediaTests {
    @Test("A playlist of subtitles, opened as an item, ends with an error that says so")
    func subtitles() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (text, media) = (folder.appending(path: "a.srt"), folder.appending(path: "a.mp4"))
        try Data("1\n00:00:00,000 --> 00:00:01,000\na\n".utf8).write(to: text)
        let arguments = ["-i", text.path, "-c:s", "mov_text", "-movflags", "empty_moov+frag_keyframe+default_base_moof", media.path]
        #expect(try await RunningProgram.run("/usr/bin/env", ["ffmpeg", "-nostdin", "-v", "error"] + arguments).status == 0)
        let bytes = [UInt8](try Data(contentsOf: media))
        let origin = try await Origin { request in
            if request.path.hasSuffix("a.mp4") { return OriginResponse(body: .bytes(bytes)) }
            return .text("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\na.mp4\n#EXT-X-ENDLIST\n", type: "application/vnd.apple.mpegurl")
        }
        let run = await RecordedRun.play([origin.address + "/a.m3u8"])
        guard case .failed(let error) = run.end else {
            Issue.record("the end is \(run.end)")
            return
        }
        #expect(error.code == .unsupported)
        #expect(error.message.hasPrefix("the stream has neither video nor audio"))
        await origin.stop()
    }
}
