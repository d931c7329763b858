// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import windowbox

@Suite("A verb that is typed") struct TypedVerbTests {
    private static let known = Windowbox.verbs

    @Test(
        "a verb that isn't there is said, with the one that was meant",
        arguments: [
            ("plya", "play"), ("ply", "play"), ("Play", "play"), ("prob", "probe"), ("capitons", "captions"), ("sill", "still"),
            ("dow", "download"), ("demmo", "demo"), ("injest", "ingest"),
        ])
    func near(typed: String, meant: String) {
        let fault = TypedVerb.fault(in: [typed, "x"], known: Self.known)
        #expect(fault?.contains("there is no verb \"\(typed)\": did you mean \(meant)?") == true)
        #expect(TypedVerb.fault(in: ["help", typed], known: Self.known) == fault)
    }

    @Test("one that is like none is said without a guess", arguments: ["x", "films"])
    func far(typed: String) {
        #expect(TypedVerb.fault(in: [typed], known: Self.known) == "there is no verb \"\(typed)\"; windowbox --help lists them")
    }

    @Test("a film in the place of a verb is one to play", arguments: ["film.mp4", "./film", "https://example.com/index.m3u8"])
    func film(typed: String) {
        let fault = TypedVerb.fault(in: [typed], known: Self.known)
        #expect(fault == "there is no verb \"\(typed)\": windowbox play \(typed) plays it")
    }

    @Test("verbs that are there, options and nothing are left to themselves")
    func fine() {
        #expect(Self.known.count == 14 && Self.known.contains("still") && Self.known.contains("ingest"))
        for verb in Self.known { #expect(TypedVerb.fault(in: [verb, "plya"], known: Self.known) == nil) }
        for arguments in [[], ["--help"], ["--version"], ["help"], ["help", "play"], ["--generate-completion-script", "bash"]] {
            #expect(TypedVerb.fault(in: arguments, known: Self.known) == nil)
        }
    }
}
