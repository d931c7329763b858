// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Plays ads on a player: what the screen shows of them, and how the viewer interacts with them. Controls know ads only through this
/// protocol.
///
/// Its properties are observable. Controls send play, pause and seek through it, because with ads inside a stream, the target of a seek
/// depends on the ads.
@MainActor public protocol AdPresenting: AnyObject {
    /// The player of the content and the ads.
    var player: Player { get }
    /// The ad that is playing; nil while the content itself plays.
    var showing: AdPresentation? { get }
    /// The overlay over the content; nil if there is none.
    var overlay: AdOverlay? { get }
    /// The card shown instead of the content; nil if there is none.
    var card: AdCard? { get }
    /// Time ranges of ads that the player doesn't know itself, in seconds on its timeline.
    var breaks: [TimeRange] { get }
    /// Whether the viewer may seek.
    var isSeekable: Bool { get }
    /// Whether the video is completely hidden.
    var isCovered: Bool { get }
    /// Whether picture-in-picture is currently allowed.
    var allowsPictureInPicture: Bool { get }

    /// The viewer clicked the ad: opens its page and pauses playback.
    func click()
    /// The viewer clicked one of ``AdPresentation/companions``: opens its page and pauses playback.
    func clickCompanion(_ index: Int)
    /// One of ``AdPresentation/icons`` became visible.
    func iconShown(_ icon: AdIcon)
    /// The viewer clicked an icon: opens its page and pauses playback.
    func clickIcon(_ icon: AdIcon)
    /// ``overlay`` became visible.
    func overlayShown()
    /// The viewer clicked ``overlay``: opens its page and pauses playback.
    func clickOverlay()
    /// The viewer closed ``overlay``.
    func closeOverlay()
    /// ``card`` became visible.
    func cardShown()
    /// The viewer clicked ``card``: opens its page. The card stays until it is closed.
    func clickCard()
    /// The viewer closed ``card``: playback continues.
    func closeCard()
    /// Skips the current ad, if and when that is allowed.
    func skip()

    /// Plays the content or the ad, whichever is current.
    func play()
    /// Pauses the content or the ad, whichever is current.
    func pause()
    /// Toggles between playing and paused.
    func togglePlayPause()
    /// Seeks to a time in seconds on the player's timeline.
    func seek(to time: Double)
    /// Skips by the player's interval, as far as ads allow.
    func skip(_ direction: SkipDirection)
    /// Shows a preview near a time in seconds, as far as that is allowed.
    func preview(at time: Double)
    /// Enters or leaves picture-in-picture, if ``allowsPictureInPicture``.
    func pictureInPicture(_ isOn: Bool)
}

extension AdPresenting {
    public var breaks: [TimeRange] { [] }
    public var isSeekable: Bool { true }
    public var isCovered: Bool { false }
    public var allowsPictureInPicture: Bool { showing == nil }
    public var overlay: AdOverlay? { nil }
    public var card: AdCard? { nil }
    public func cardShown() {}
    public func clickCard() {}
    public func closeCard() {}
    public func overlayShown() {}
    public func clickOverlay() {}
    public func closeOverlay() {}
    public func iconShown(_ icon: AdIcon) {}
    public func clickIcon(_ icon: AdIcon) {}
    public func play() { player.play() }
    public func pause() { player.pause() }
    public func togglePlayPause() { player.togglePlayPause() }
    public func seek(to time: Double) { player.seek(to: time) }
    public func skip(_ direction: SkipDirection) { player.skip(direction) }
    public func preview(at time: Double) { player.preview(at: time) }
    public func pictureInPicture(_ isOn: Bool) {}
}
