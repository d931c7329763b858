// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WindowboxPackager

@Suite("Packaged media") struct PackagedMediaTests {
    @Test("Stored packages keep the names of their members") func members() throws {
        var media = PackagedMedia()
        let picture = PackagedMedia.Picture(file: "poster.jpg", width: 16, height: 9)
        (media.poster, media.smallPoster, media.preview) = (picture, picture, picture)
        (media.sprites, media.warning) = ("sprites.vtt", "none")
        let object = try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(media)) as? [String: Any])
        let names: Set<String> = [
            "playlist", "duration", "width", "height", "renditions", "sounds", "texts", "poster", "smallPoster", "preview", "sprites",
            "warning",
            "files",
        ]
        #expect(Set(object.keys) == names)
    }
}
