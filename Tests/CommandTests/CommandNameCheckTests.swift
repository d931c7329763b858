// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import windowbox

@Suite("Check of a typed command name") struct CommandNameCheckTests {
    private static let known = Windowbox.commandNames

    @Test(
        "An unknown command is reported with the likely intended one",
        arguments: [
            ("plya", "play"), ("ply", "play"), ("Play", "play"), ("prob", "probe"), ("capitons", "captions"), ("sill", "still"),
            ("dow", "download"), ("demmo", "demo"), ("injest", "ingest"),
        ])
    func near(typed: String, meant: String) {
        let fault = CommandNameCheck.message(in: [typed, "x"], known: Self.known)
        #expect(fault?.contains("unknown command \"\(typed)\"; did you mean \(meant)?") == true)
        #expect(CommandNameCheck.message(in: ["help", typed], known: Self.known) == fault)
    }

    @Test("A command unlike any other is reported without a suggestion", arguments: ["x", "films"])
    func far(typed: String) {
        #expect(
            CommandNameCheck.message(in: [typed], known: Self.known) == "unknown command \"\(typed)\"; windowbox --help lists the commands")
    }

    @Test("A file or URL as the command suggests windowbox play", arguments: ["film.mp4", "./film", "https://example.com/index.m3u8"])
    func film(typed: String) {
        let fault = CommandNameCheck.message(in: [typed], known: Self.known)
        #expect(fault == "unknown command \"\(typed)\"; to play it, run windowbox play \(typed)")
    }

    @Test("Known commands, options and empty input pass the check")
    func fine() {
        #expect(Self.known.count == 14)
        #expect(Self.known.contains("still"))
        #expect(Self.known.contains("ingest"))
        for verb in Self.known { #expect(CommandNameCheck.message(in: [verb, "plya"], known: Self.known) == nil) }
        for arguments in [[], ["--help"], ["--version"], ["help"], ["help", "play"], ["--generate-completion-script", "bash"]] {
            #expect(CommandNameCheck.message(in: arguments, known: Self.known) == nil)
        }
    }
}
