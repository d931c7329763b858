// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import WindowboxCaptions

@testable import windowbox

@Suite("windowbox captions") struct CaptionsCommandTests {
    private func json(_ text: String) throws -> [String: Any] {
        let document = CaptionDocument.read(Array(text.utf8))
        return try #require(try JSONSerialization.jsonObject(with: Data(document.json.bytes)) as? [String: Any])
    }

    @Test("Its JSON has every key of the contract")
    func contract() throws {
        let json = try json(
            """
            WEBVTT

            STYLE
            ::cue(.loud) { color: red }

            REGION
            id:bill

            first
            00:00:01.500 --> 00:00:03.000 region:bill align:start position:10%,line-left
            <v Anna><c.loud>Hi</c> &amp; more

            00:04.000 --> bad
            x

            """)
        let cues = try #require(json["cues"] as? [[String: Any]])
        #expect(cues.count == 1)
        let cue = try #require(cues.first)
        #expect(cue["id"] as? String == "first")
        #expect(cue["start"] as? Double == 1.5)
        #expect(cue["end"] as? Double == 3)
        #expect(cue["region"] as? String == "bill")
        #expect(cue["text"] as? String == "<v Anna><c.loud>Hi</c> &amp; more")
        #expect((cue["tree"] as? String)?.contains("\" & more\"") == true)
        let settings = try #require(cue["settings"] as? [String: Any])
        #expect(
            Set(settings.keys) == [
                "vertical", "line", "lineAlign", "snapToLines", "position", "positionAlign", "size", "align",
            ])
        #expect(settings["align"] as? String == "start")
        #expect(settings["position"] as? Double == 10)
        #expect(settings["positionAlign"] as? String == "line-left")
        #expect(settings["snapToLines"] as? Bool == true)
        #expect((json["regions"] as? [[String: Any]])?.first?["id"] as? String == "bill")
        #expect((json["styles"] as? [Any])?.count == 1)
        let error = try #require((json["errors"] as? [[String: Any]])?.first)
        #expect(error["line"] as? Int == 13)
        #expect(error["code"] is String && error["message"] is String)
    }

    @Test("Subtitles of another format have the same keys")
    func subRip() throws {
        let json = try json("1\n00:00:01,000 --> 00:00:02,000\n<i>Hi</i>\n")
        let cue = try #require((json["cues"] as? [[String: Any]])?.first)
        #expect(cue["text"] as? String == "<i>Hi</i>")
        #expect(cue["end"] as? Double == 2)
        #expect((json["errors"] as? [Any])?.isEmpty == true)
    }

    @Test("A file that is gone, and one of no known kind, are the media's failure; what --check finds is its own")
    func failures() async throws {
        #expect(throws: Failure.self) { try Captions.parse(["/nowhere/at/all.srt", "--json"]).run() }
        try await withFile(Array("not captions".utf8), named: "a.srt") { path in
            #expect(throws: Failure.self) { try Captions.parse([path, "--check"]).run() }
        }
        try await withFile(Array("WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n".utf8), named: "a.vtt") { path in
            try Captions.parse([path, "--check"]).run()
        }
        try await withFile(Array("WEBVTT\n\n00:02.000 --> 00:01.000\nHi\n".utf8), named: "a.vtt") { path in
            #expect(throws: Failure.self) { try Captions.parse([path, "--check"]).run() }
        }
    }

    @Test(
        "Options that make no sense are refused",
        arguments: [
            ["a", "--to", "pdf"], ["a", "--boxes"], ["a", "--boxes", "--at", "1", "--size", "0x0"], ["a", "--at", "1"],
            ["a", "--encoding", "klingon"], ["a", "--to", "srt", "--json"],
        ])
    func usage(_ arguments: [String]) { #expect(throws: (any Error).self) { try Captions.parse(arguments) } }
}
