// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxHLS
import WindowboxServer
import WindowboxServiceKit
import WindowboxStitcher

@testable import WindowboxInsertion

@Suite("Operator's break settings", .timeLimit(.minutes(2))) struct BreakSettingTests {
    /// Twelve seconds of content with two breaks, with the ads that the settings leave in them.
    private func stitched(ads: [Double] = [5], _ settings: [(name: String, value: String)]) async throws -> MediaPlaylist {
        let origin = try await AdOrigin(texts: AdOrigin.content, ads: ads)
        let configured = try ServiceConfiguration(file: nil, environment: [:], arguments: settings).settings.insertion
        let playlist = Mutex<MediaPlaylist?>(nil)
        try await Asking.with(origin) { settings in
            let timeout = settings.session.adTimeout
            settings.session = configured.session
            settings.session.adTimeout = timeout
            settings.cues = configured.cues
            settings.keepsMarkers = configured.keepsMarkers
            settings.targetDuration = configured.targetDuration
        } _: { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            let media = try await asking.media("\(id)/v0.m3u8")
            playlist.withLock { $0 = media }
        }
        await origin.stop()
        return try #require(playlist.withLock { $0 })
    }

    @Test("The number of ads in a break can be limited") func count() async throws {
        #expect(abs(try await stitched(ads: [1, 1, 1], []).duration - 18) < 0.1)
        #expect(abs(try await stitched(ads: [1, 1, 1], [("ad-break-ads", "2")]).duration - 16) < 0.1)
    }

    @Test("Frequency capping limits how often a viewer gets the same ad") func caps() async throws {
        #expect(abs(try await stitched([("ad-caps", "creative:1/3600")]).duration - 17) < 0.1)
    }

    @Test("The markers that begin a break can be chosen") func markers() async throws {
        // Without markers, the ad server's response applies to the beginning.
        let playlist = try await stitched([("ad-date-ranges-only", "yes")])
        #expect(abs(playlist.duration - 17) < 0.1)
        #expect(playlist.segments.filter(\.isDiscontinuity).count == 1)
    }

    @Test("The origin's markers can be removed, and a target duration reserved") func playlist() async throws {
        let usual = try await stitched([])
        #expect(usual.segments.contains { !$0.unknownTags.isEmpty } || !usual.unknownTags.isEmpty)
        let changed = try await stitched([("ad-markers", "removed"), ("ad-target-seconds", "9")])
        #expect(changed.segments.allSatisfy { $0.unknownTags.isEmpty })
        #expect(changed.unknownTags.isEmpty)
        #expect(changed.targetDuration == 9)
    }
}
