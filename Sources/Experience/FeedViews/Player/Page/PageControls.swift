// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK
import WindowboxPlayer

/// The controls and messages over a page's video, and how long they are visible.
@MainActor final class PageControls {
    let chrome: PlayerChrome
    let note = PageNote()
    let failure: PlayerFailurePanel
    let visibility: VisibilityTracker
    private let state: PlayerPageState
    /// What fades out together: the bar at the top, then the controls in the middle.
    private let fades: [Fade]
    private let arrows: [Fade]
    /// Names of the layers in use.
    private var holders: Set<String> = []

    init(_ context: PageContext, _ layers: PageLayers, onCTA: @escaping @MainActor () -> Void) {
        state = context.state
        let delay = context.playback.configuration.controlsFadeOutDelay
        visibility = VisibilityTracker(delay: max(0.1, delay ?? 1))
        chrome = PlayerChrome(context, layers, onCTA: onCTA)
        arrows = PlayerArrows.make(context).map(Self.fading)
        fades = [chrome.top, Self.fading(CenterButton(context))] + arrows
        failure = PlayerFailurePanel(context)
        if delay == nil { visibility.hold(.configuration) }
        chrome.onTop = { [state] in state.top = $0 }
    }

    private static func fading(_ control: WindowboxGTK.Widget) -> Fade {
        let fade = Fade(control)
        fade.takePlace(of: control)
        return fade
    }

    /// The layers over the video, from the lowest to the highest.
    func layers(_ context: PageContext) -> [WindowboxGTK.Widget] {
        let (sdk, feed) = (context.sdk, context.playback.feed)
        let panel = FeedStatePanel(
            sdk, state: { .init(feed.loadResult, isLoading: feed.isLoading, isEmpty: feed.items.isEmpty) },
            onRetry: { feed.loadAgain() })
        let middle: [WindowboxGTK.Widget] = Array(fades.dropFirst())
        return [LoadingSign(context), chrome] + middle + [failure, panel.cssClass("on-picture"), note]
    }

    func follow(_ player: Player?) {
        if visibility.player !== player { visibility.player = player }
        visibility.show()
    }

    func show(_ isShown: Bool) {
        state.areControlsShown = isShown
        for fade in fades { fade.isShown = isShown }
        showArrows()
    }

    /// Moves the controls in the middle up, by logical pixels.
    func lift(by height: Int) { for fade in fades.dropFirst() { fade.bottomMargin = height } }

    /// Keeps the controls visible while a layer is in use.
    /// - Returns: whether any is.
    func hold(_ name: String, _ isHeld: Bool) -> Bool {
        if isHeld { holders.insert(name) } else { holders.remove(name) }
        if holders.isEmpty { visibility.release(.menu) } else { visibility.hold(.menu) }
        showArrows()
        return !holders.isEmpty
    }

    /// Hides the arrows while a layer is in use, which they would cover.
    private func showArrows() { for fade in arrows { fade.isShown = state.areControlsShown && holders.isEmpty } }
}

extension VisibilityTracker.Hold {
    /// The configuration disables fading.
    fileprivate static let configuration = Self(rawValue: 1 << 8)
}
