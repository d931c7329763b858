// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxHLS
import WindowboxServiceKit
import WindowboxStitcher

@testable import WindowboxInsertion

/// The service tolerates the same failures as client-side insertion: the content plays, the right beacons are sent, and it is logged.
@Suite("Failing ad servers in stitched streams", .timeLimit(.minutes(2))) struct BadAdServerStitchTests {
    private struct Log: Decodable {
        struct Entry: Decodable {
            struct Skipped: Decodable { var reason: String }
            var event: String
            var code: Int?
            var skipped: [Skipped]?
        }
        var events: [Entry]
    }

    private static func log(_ id: String, _ asking: Asking) async throws -> [Log.Entry] {
        try JSONDecoder().decode(Log.self, from: Data(await asking.get("\(id)/events.json").body)).events
    }

    @Test(
        "The content plays without ads, the wrapper gets the error code, and the session's log has it",
        arguments: BadAdServerTests.Fault.allCases)
    func fails(_ fault: BadAdServerTests.Fault) async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        // More than the service accepts in one response.
        let text =
            fault == .endless ? "<VAST version=\"4.2\"><!--" + String(repeating: "x", count: 5 << 20) : fault.text(at: origin.address)
        if let text { origin.set(text, at: "/bad/\(fault)") }
        if fault == .hangs { origin.hold(["/bad/hangs"]) }
        if fault == .file { origin.redirect("/bad/file", to: "file:///etc/passwd") }
        origin.set(
            BadAdServerTests.Fault.wrapper(to: "\(origin.address)/bad/\(fault)", beacons: "\(origin.address)/beacon/outer/0"), at: "/tag")
        try await Asking.with(origin) {
            $0.adServer = "\(origin.address)/tag"
            if fault == .hangs { $0.session.adTimeout = 1 }
        } _: { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            #expect(abs(try await asking.media("\(id)/v0.m3u8").duration - 12) < 0.01)
            // Once for each of the two breaks.
            try await origin.wasAsked("/beacon/outer/0/error-", times: 2)
            #expect(Set(origin.beacons.filter { $0.hasPrefix("outer") }) == ["outer/0/error-\(fault.code)"])
            let events = try await Self.log(id, asking)
            #expect(events.count { $0.event == "ERROR_REPORTED" && $0.code == fault.code } >= 2, "\(events)")
            #expect(!events.contains { $0.event == "FILLED_AVAIL" }, "\(events)")
            #expect(events.contains { $0.event == "UNFILLED_AVAIL" }, "\(events)")
        }
        await origin.stop()
    }

    enum Film: String, CaseIterable, Sendable {
        case none, noLength, zero, gone, bare, hollow

        func linear(_ address: String) -> String {
            let duration =
                switch self {
                case .none, .noLength: ""
                case .zero: "<Duration>00:00:00</Duration>"
                case .gone, .bare, .hollow: "<Duration>00:00:05</Duration>"
                }
            let file = "<MediaFiles><MediaFile delivery=\"streaming\" type=\"application/x-mpegURL\" width=\"1\" height=\"1\">"
            return self == .none ? "" : "<Linear>\(duration)\(file)\(address)/ads/\(self).m3u8</MediaFile></MediaFiles></Linear>"
        }

        var code: Int {
            switch self {
            case .none: 201
            case .noLength, .zero: 202
            // It may be available for the next break.
            case .gone, .bare, .hollow: 407
            }
        }
    }

    @Test(
        "An ad file that is invalid, missing or without a duration is in no playlist, and its ad server gets the error code",
        arguments: Film.allCases)
    func films(_ film: Film) async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        let beacons = "\(origin.address)/beacon/f/0/error-[ERRORCODE]"
        origin.set(
            "<VAST version=\"4.2\"><Ad id=\"f\"><InLine><AdSystem>T</AdSystem><AdTitle>S</AdTitle><Impression></Impression>"
                + "<Error>\(beacons)</Error><Creatives><Creative id=\"f\">\(film.linear(origin.address))"
                + "</Creative></Creatives></InLine></Ad></VAST>",
            at: "/vast")
        let nothing = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-ENDLIST\n"
        for path in ["/ads/bare.m3u8", "/ads/nothing.m3u8"] { origin.set(nothing, at: path) }
        origin.set("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nnothing.m3u8\n", at: "/ads/hollow.m3u8")
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            #expect(abs(try await asking.media("\(id)/v0.m3u8").duration - 12) < 0.01)
            try await origin.wasAsked("/beacon/f/0/error-", times: 2)
            #expect(Set(origin.beacons) == ["f/0/error-\(film.code)"])
            let events = try await Self.log(id, asking)
            #expect(events.contains { $0.event == "ERROR_REPORTED" && $0.code == film.code }, "\(events)")
        }
        await origin.stop()
    }
}
