// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxInsertion
import WindowboxPackager
import WindowboxStitcher

@testable import WindowboxServer

@Suite("Configuration") struct ConfigurationTests {
    private static func withFile(_ text: String, _ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "wb-configuration-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path)
    }

    @Test("A file is overridden by the environment, and that by the command line") func precedence() throws {
        let text = """
            # The service of a test.
            listen = 0.0.0.0:9000   # behind a proxy
            public-url = https://example.org/

            trusted-proxies = 10.0.0.0/8, ::1
            database=/data/x#y.sqlite
            calls-per-second = 5
            time-zone = Asia/Tokyo
            """
        try Self.withFile(text) { path in
            let configuration = try ServiceConfiguration(
                file: path, environment: ["WINDOWBOX_CALLS_PER_SECOND": "6", "WINDOWBOX_LISTEN": "[::1]:9001", "OTHER": "x"],
                arguments: [("calls-per-second", "7")])
            #expect(configuration.settings.host == "::1")
            #expect(configuration.settings.port == 9001)
            #expect(configuration.settings.callsPerSecond == 7)
            #expect(configuration.settings.publicURL == "https://example.org")
            #expect(configuration.settings.proxies.ranges.count == 2)
            #expect(configuration.days.name == "Asia/Tokyo")
            #expect(configuration.database == "/data/x#y.sqlite")
            #expect(configuration.settings.mediaFolder == "/data/media")
        }
    }

    @Test(
        "A configuration error names its place and how to fix it",
        arguments: [
            ("listen = 8080", ":1: listen must be an address and a port, such as 0.0.0.0:8080."),
            ("\nlitsen = x:1", ":2: \"litsen\" is not a setting. Did you mean \"listen\"?"),
            ("nonsense", ":1: A line must be \"name = value\"."),
            ("event-days = 40\nevent-days = 50", ":2: event-days was set in line 1. Remove one of them."),
            ("event-days = -1", ":1: event-days must be 0, or a whole number from 30 to 36500."),
            // Orders are attributed to events of the last 30 days.
            ("event-days = 29", ":1: event-days must be 0, or a whole number from 30 to 36500."),
            ("time-zone = CET", ":1: time-zone must be UTC or an IANA name such as Europe/Berlin."),
            ("log-level = loud", ":1: log-level must be one of trace, debug, info, notice, warning, error, critical."),
            ("public-url = example.org", ":1: public-url must be an address that begins with http:// or https://."),
            ("trusted-proxies = 10.0.0.0/40", ":1: trusted-proxies must be addresses or networks separated by commas, such as 10.0.0.0/8."),
            ("= x", ":1: A line must be \"name = value\"."),
        ])
    func faults(text: String, fault: String) throws {
        try Self.withFile(text) { path in
            let error = #expect(throws: ConfigurationFault.self) { try ServiceConfiguration(file: path, environment: [:], arguments: []) }
            #expect(error?.description == path + fault)
        }
        let error = #expect(throws: ConfigurationFault.self) {
            try ServiceConfiguration(file: "/nowhere/at/all", environment: [:], arguments: [])
        }
        #expect(error?.location == "/nowhere/at/all")
    }

    @Test("Each setting has a name, a variable and a description") func keys() {
        let keys = ConfigurationKey.all
        #expect(Set(keys.map(\.name)).count == keys.count)
        #expect(keys.allSatisfy { $0.summary.hasSuffix(".") && !$0.form.isEmpty && !$0.standard.isEmpty })
        #expect(keys.allSatisfy { $0.variable.allSatisfy { $0.isUppercase || $0 == "_" } })
    }

    @Test("Renditions are H.264 in stereo unless settings ask for more") func encoding() throws {
        let standard = try ServiceConfiguration(file: nil, environment: [:], arguments: []).packager
        #expect(standard == PackagerSettings())
        #expect(standard.codecs == [.h264])
        #expect(!standard.keepsSurround)
        #expect(standard.targetSSIM == nil)
        let packager = try ServiceConfiguration(
            file: nil, environment: [:],
            arguments: [
                ("video-codecs", "hevc, av1"), ("video-sizes", "2160, 360,1440"), ("surround", "yes"), ("target-ssim", "0.97"),
                ("transcription", "/opt/asr --fast"), ("spoken-language", "fr"),
            ]
        ).packager
        #expect(packager.codecs == [.hevc, .av1])
        #expect(packager.shortSides == [360, 1440, 2160])
        #expect(packager.keepsSurround)
        #expect(packager.targetSSIM == 0.97)
        #expect(packager.speechRecognition == .command(["/opt/asr", "--fast"]))
        #expect(packager.spokenLanguage == "fr")
    }

    @Test(
        "Invalid settings of renditions are refused",
        arguments: [
            ("video-codecs", "vp9"), ("video-codecs", ""), ("video-codecs", "hevc,"), ("video-sizes", "8"), ("video-sizes", "360,x"),
            ("video-sizes", ""), ("surround", "5.1"), ("target-ssim", "1"), ("target-ssim", "0.5"), ("target-ssim", "nan"),
            ("transcription", ""), ("spoken-language", "english language"),
        ])
    func badEncoding(name: String, value: String) {
        #expect(throws: ConfigurationFault.self) {
            try ServiceConfiguration(file: nil, environment: [:], arguments: [(name, value)])
        }
    }

    @Test("All break settings of the stitcher can be configured") func breaks() throws {
        let insertion = try ServiceConfiguration(
            file: nil, environment: [:],
            arguments: [
                ("ad-underfill-seconds", "2.5"), ("ad-overfill-seconds", "1"), ("ad-break-ads", "4"), ("house-ads-per-break", "3"),
                ("ad-caps", "creative:2/3600, advertiser:1/600"), ("ad-separation", "advertisers, categories"), ("ad-joining", "rest"),
                ("ad-unknown-seconds", "90"), ("ad-target-seconds", "8"), ("ad-snap", "down"), ("ad-markers", "removed"),
                ("ad-break-types", "0x22, 48"), ("ad-splice-inserts", "no"), ("ad-date-ranges-only", "yes"),
                ("ad-fallback-language", "en"),
            ]
        ).settings.insertion
        let fill = insertion.session.fill
        #expect(fill.largestUnderfill == 2.5)
        #expect(fill.overfillTolerance == 1)
        #expect(fill.maximumAds == 4)
        #expect(insertion.houseAds == 3)
        #expect(fill.separation.caps == [.init(.creative, count: 2, period: 3600), .init(.advertiser, count: 1, period: 600)])
        #expect(fill.separation.separatesAdvertisers)
        #expect(fill.separation.separatesCategories)
        #expect(insertion.session.joining == .partialAvail)
        #expect(insertion.session.unknownDuration == 90)
        #expect(insertion.targetDuration == 8)
        #expect(insertion.snap == .down)
        #expect(!insertion.keepsMarkers)
        #expect(insertion.cues.meaning.opening == [0x22, 0x30])
        #expect(!insertion.cues.meaning.takesInserts)
        #expect(insertion.cues.takesDateRangesOnly)
        #expect(insertion.match.fallbackLanguage == "en")
    }

    @Test(
        "Invalid break settings are refused",
        arguments: [
            ("ad-caps", "creative:2"), ("ad-caps", "viewer:1/60"), ("ad-caps", "creative:-1/60"), ("ad-caps", "creative:1/nan"),
            ("ad-caps", ""), ("ad-separation", "brands"), ("ad-snap", "up"), ("ad-break-types", "0xFF"), ("ad-break-types", "0x100"),
            ("ad-break-types", "0"), ("ad-underfill-seconds", "-1"), ("ad-underfill-seconds", "nan"), ("ad-fallback-language", "e n"),
            ("ad-markers", "yes"),
        ])
    func badBreaks(name: String, value: String) {
        #expect(throws: ConfigurationFault.self) {
            try ServiceConfiguration(file: nil, environment: [:], arguments: [(name, value)])
        }
    }

    @Test("A secret is made once, readable by its owner only; with PostgreSQL it must be given") func secrets() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-secret-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appending(path: "x.sqlite").path
        var first = try ServiceConfiguration(file: nil, environment: [:], arguments: [("database", database)])
        try first.findSecrets()
        var second = first
        try second.findSecrets()
        #expect(first.settings.secrets.count == 1)
        #expect(first.settings.secrets == second.settings.secrets)
        #expect(first.settings.secrets[0].utf8.count == 64)
        let facts = try FileManager.default.attributesOfItem(atPath: database + ".secret")
        #expect(facts[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x.sqlite.secret"])
        var postgres = try ServiceConfiguration(file: nil, environment: [:], arguments: [("database", "postgresql://x/y")])
        #expect(throws: ConfigurationFault.self) { try postgres.findSecrets() }
        try Self.withFile("short\n") { path in
            var short = try ServiceConfiguration(file: nil, environment: [:], arguments: [("secret-file", path)])
            #expect(throws: ConfigurationFault.self) { try short.findSecrets() }
        }
    }
}
