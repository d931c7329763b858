// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

/// The style sheet of feeds and their player.
@MainActor enum FeedStyle {
    static func install() { GTKStyleSheet.install("feed.css", of: EmbeddedAssets.files) }
}

/// The style sheet of layers over a video.
@MainActor enum ShopStyle {
    static func install() { GTKStyleSheet.install("shop.css", of: EmbeddedAssets.files) }
}
