// SPDX-License-Identifier: Apache-2.0

extension PageAsset {
    /// Of the pages that viewers see.
    static let viewer: [PageAsset] =
        [
            PageAsset("viewer.css", viewerStyle), PageAsset("report.js", reportScript), PageAsset("feed.js", feedScript),
            PageAsset("watch.js", watchScript), PageAsset("cart.js", cartScript), PageAsset("player.js", playerScript),
            PageAsset("loader.js", loaderScript), PageAsset("lane.js", laneScript), PageAsset("quality.js", qualityScript),
            PageAsset("recovery.js", recoveryScript), PageAsset("preferences.js", preferencesScript),
            PageAsset("playlist.js", playlistScript), PageAsset("captions.js", captionsScript), PageAsset("controls.js", controlsScript),
            PageAsset("tracking.js", trackingScript), PageAsset("live.js", liveScript), PageAsset("interactions.js", interactionsScript),
        ] + streamImages
}
