// SPDX-License-Identifier: Apache-2.0

public import WindowboxFeed
public import WindowboxGTK
import WindowboxPlayer

/// An inline player that expands to full screen on a click, and resumes where full screen was left.
@MainActor public final class StoryBlockView: Overlay {
    /// The feed that is shown.
    public let feed: Feed
    /// Called with the index and the start position in seconds for the full-screen player; when it closes, call ``comeBack(at:position:)``.
    public var onFullScreen: (@MainActor (Int, Double?) -> Void)?

    private let host: FeedHost
    private let container = Box(.vertical)
    /// The inline player.
    public private(set) var page: FeedPlayerPage?
    private var isInFullScreen = false
    private var look = StoryBlockConfiguration()
    private var style: String?

    /// Creates a view that is built when the feed's configuration is loaded, and rebuilt when it changes.
    public init(_ feed: Feed, host: FeedHost) {
        FeedStyle.install()
        (self.feed, self.host) = (feed, host)
        super.init(container.expand(.horizontal, .vertical))
        bind(to: { feed.configuration }) { view, configuration in
            if case .storyBlock(let look) = configuration { view.build(look) }
        }
    }

    /// Starts playback. Does nothing in full screen or while playing.
    public func play() { if !isInFullScreen, page?.playback.player?.shouldPlay == false { page?.playback.play() } }
    /// Pauses playback. Does nothing in full screen or while paused.
    public func pause() { if !isInFullScreen, page?.playback.player?.shouldPlay == true { page?.playback.pause() } }

    /// Enters full screen, if the configuration allows it.
    public func enterFullScreen() {
        guard look.isFullScreenEnabled, !isInFullScreen, let page, let index = page.playback.index else { return }
        isInFullScreen = true
        page.setCovered(true)
        onFullScreen?(index, page.playback.player?.time)
    }

    /// Resumes the block after the full-screen player was closed.
    /// - Parameters:
    ///   - index: of the last item.
    ///   - position: in seconds; nil starts at the beginning.
    public func comeBack(at index: Int?, position: Double?) {
        guard isInFullScreen, let page else { return }
        isInFullScreen = false
        if let silence = host.silence, page.playback.isMuted != silence { page.playback.setMuted(silence) }
        if let index { page.resume(at: index, position: position) }
        page.setCovered(false)
    }

    /// Reports whether the block is visible, if the program handles that itself.
    public func setSeen(_ isSeen: Bool) { if look.handlesAppearanceManually { page?.setCovered(!isSeen) } }

    private func build(_ look: StoryBlockConfiguration) {
        self.look = look
        let previous = page.map { (index: $0.playback.index ?? 0, position: $0.playback.player?.time) }
        if let page {
            page.close(.hostClosed)
            container.remove(page)
        }
        if look.adBadge != AdBadgeConfiguration() { host.sdk.adBadge = look.adBadge }
        let silence = SoundRule(look.effectiveEmbedded, choice: host.silence).isMuted(embedded: look.onFirstDisplay)
        var configuration = look.effectiveEmbedded
        // Stays at the end after playing once.
        if look.isAutopauseEnabled { configuration.videoCompleteAction = .stop }
        let page = FeedPlayerPage(
            feed, at: previous?.index ?? 0, position: previous?.position, host: host, placement: .embedded, configuration: configuration,
            silence: silence, isPlayedAtOnce: look.isAutoplayEnabled)
        page.onFullScreen = { [weak self] in self?.enterFullScreen() }
        page.margins(bottom: Int(look.bottomPadding))
        page.chrome.margins(top: Int(look.additionalControlsInset.top), bottom: Int(look.additionalControlsInset.bottom))
        page.restyle("border-radius: \(FeedCSS.thousandths(look.cornerRadius))px;", from: &style)
        page.clipsContent()
        style = nil
        host.onPage?(page)
        container.append(page.expand(.horizontal, .vertical))
        self.page = page
    }
}
