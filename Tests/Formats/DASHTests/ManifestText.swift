// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

@testable import WindowboxDASH

/// Small manifests for tests.
enum ManifestText {
    static let url = "https://cdn.example.com/show/manifest.mpd?token=1"

    static func mpd(_ attributes: String = "type=\"static\" mediaPresentationDuration=\"PT20S\"", _ content: String) -> [UInt8] {
        Array("<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" \(attributes)>\n\(content)\n</MPD>\n".utf8)
    }

    /// One period with one video adaptation set.
    static func video(
        _ segments: String, period: String = "", mpd attributes: String = "type=\"static\" mediaPresentationDuration=\"PT20S\""
    ) -> [UInt8] {
        mpd(
            attributes,
            "<Period \(period)><AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\">\(segments)"
                + "<Representation id=\"v0\" bandwidth=\"500000\" width=\"640\" height=\"360\"/></AdaptationSet></Period>")
    }

    static func presentation(_ bytes: [UInt8]) throws -> DASHPresentation {
        try DASHPresentation(DASHManifest.read(bytes, url: url), address: url)
    }

    static func playlist(_ bytes: [UInt8], track: Int = 0, now: Double = 0) throws -> MediaPlaylist {
        var presentation = try presentation(bytes)
        return try presentation.playlist(of: track, indexes: [:], now: now)
    }
}
