// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// A round thumbnail.
@MainActor final class CircleCard: FeedCell {
    private let configuration: CircleStoryConfiguration
    private let play: Box
    /// Room for a badge, before the list has a size.
    private static let minHeight = 40
    private let badges = BadgeRow(isShortened: false)
    private var ring: Box!
    private var isPlayable = false

    init(_ host: FeedHost, _ configuration: CircleStoryConfiguration) {
        self.configuration = configuration
        play = Box(.horizontal) { Icon("media-playback-start-symbolic", size: Int(configuration.playIcon.width * 0.5)) }.cssClass("play")
        super.init(host)
        let picture = picture([play.align(horizontal: .center, vertical: .center)])
        picture.cssClass(
            FeedCSS.styleClass(
                "border-radius: 9999px; " + FeedCSS.shadow(configuration.shadow, isRightToLeft: host.sdk.language.isRightToLeft)))
        picture.clipsContent()
        ring = Box(.vertical) { picture.expand(.horizontal, .vertical) }.cssClass("ring")
        cssClass("feed-card", "circle-card")
        // The badge is drawn over the ring, because the circle would clip its corners.
        append(
            Overlay(ring.minimumSize(height: Self.minHeight)) { badges.align(horizontal: .center, vertical: .end) }.expand(.vertical))
        let half = Int(configuration.spacing / 2)
        margins(start: half, end: half)
    }

    override func resize(width: Double, height: Double) { ring.minimumSize(width: Int(height), height: Self.minHeight) }

    override func show(_ item: FeedItem?) {
        guard let item else {
            showPoster(nil)
            return place(nil)
        }
        let sdk = host.sdk
        // A circle only has room for the short label.
        let face = ItemFace(item, ad: .ad, showsReplay: !configuration.replayBadge.isHidden)
        badges.show(Array(face.badges.prefix(1)), sdk.adBadge, sdk.language)
        isPlayable = face.isPlayable
        showPoster(face.posterURL)
        playingChanged()
    }

    override func playingChanged() { play.isVisible = isPlayable && slide == nil && !configuration.playIcon.isHidden }
}
