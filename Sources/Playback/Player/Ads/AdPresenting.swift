// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Whoever plays ads on a player: what a screen shows of them, and what a viewer does with them. Controls know ads by this alone.
///
/// Its values are followed by observation. Play, pause and seek of controls go through it: in a stream with ads inside, where a
/// seek leads to is a matter of its ads.
@MainActor public protocol AdPresenting: AnyObject {
    var player: Player { get }
    /// Nil while the content itself plays.
    var showing: AdPresentation? { get }
    /// What lies over the content while that plays.
    var overlay: AdOverlay? { get }
    /// What stands in the place of what plays; nil for nothing.
    var card: AdCard? { get }
    /// Where ads are in what plays, in seconds of it, as far as the player does not know them itself.
    var breaks: [TimeRange] { get }
    /// Whether the viewer may go elsewhere.
    var isSeekable: Bool { get }
    /// Whether nothing of the picture is to be seen.
    var isCovered: Bool { get }
    /// Whether the picture may go into a small window now.
    var allowsPictureInPicture: Bool { get }

    /// The viewer wants to know more: the ad's page is opened, and playing pauses.
    func click()
    /// The same for one of ``AdPresentation/companions``.
    func clickCompanion(_ index: Int)
    /// One of ``AdPresentation/icons`` came to be seen.
    func iconShown(_ icon: AdIcon)
    /// The viewer wants to know what it stands for: its page is opened, and playing pauses.
    func clickIcon(_ icon: AdIcon)
    /// ``overlay`` came to be seen.
    func overlayShown()
    /// The viewer wants to know more of ``overlay``: its page is opened, and playing pauses.
    func clickOverlay()
    /// The viewer does not want to see ``overlay``.
    func closeOverlay()
    /// ``card`` came to be seen.
    func cardShown()
    /// The viewer wants to know more of ``card``: its page is opened, and it stays until it is closed.
    func clickCard()
    /// The viewer has seen enough of ``card``: playing goes on.
    func closeCard()
    /// Past what plays, where and when that is allowed.
    func skip()

    func play()
    func pause()
    func togglePlayPause()
    /// Seconds of what plays.
    func seek(to time: Double)
    func skip(_ direction: SkipDirection)
    /// Shows what is near a time, as far as that is to be seen.
    func preview(at time: Double)
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
