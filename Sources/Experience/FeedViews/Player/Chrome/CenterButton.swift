// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

/// Plays, pauses or replays; in the centre of the page.
@MainActor final class CenterButton: Box {
    init(_ page: PageContext) {
        super.init(.horizontal)
        let (playback, sdk, buttons) = (page.playback, page.sdk, page.playback.configuration.buttons)
        let button = PageButton(page, nil, "media-playback-start-symbolic", .play) { page.perform(.togglePlayPause) }
        button.button.cssClass("play")
        button.bindLook {
            guard let player = playback.player else {
                return PageButton.Look(buttons.play, "media-playback-start-symbolic", sdk.language.text(.play))
            }
            if player.playbackState == .ended {
                return PageButton.Look(nil, "media-playlist-repeat-symbolic", sdk.language.text(.replay))
            }
            return player.shouldPlay
                ? PageButton.Look(buttons.pause, "media-playback-pause-symbolic", sdk.language.text(.pause))
                : PageButton.Look(buttons.play, "media-playback-start-symbolic", sdk.language.text(.play))
        }
        append(button)
        align(horizontal: .center, vertical: .center)
        bind(\.isVisible) {
            guard !playback.configuration.isPlaybackButtonHidden, let player = playback.player else { return false }
            // While loading, the loading indicator is shown instead.
            return player.error == nil && !(player.isBuffering && player.shouldPlay)
        }
    }
}

/// A spinner shown while playback waits for data, after a short delay.
@MainActor final class LoadingSign: Box {
    private static let spinnerDelay = 0.3
    private let spinner: Spinner
    private var delay: Delay?
    private var color: String?

    init(_ page: PageContext) {
        spinner = Spinner(name: page.sdk.language.text(.loading))
        super.init(.horizontal)
        cssClass("busy").align(horizontal: .center, vertical: .center)
        takesPointer = false
        isVisible = false
        append(spinner)
        let (playback, configuration) = (page.playback, page.playback.configuration)
        if let color = configuration.loadingIndicatorColor { spinner.restyle("color: \(color.css);", from: &self.color) }
        guard !configuration.isLoadingIndicatorHidden else { return }
        bind(to: {
            playback.isWaitingForMore || playback.player.map { $0.isBuffering && $0.shouldPlay && $0.error == nil } ?? false
        }) { $0.follow($1) }
    }

    private func follow(_ isBusy: Bool) {
        delay = nil
        guard isBusy else { return turn(false) }
        delay = Delay(seconds: Self.spinnerDelay) { [weak self] in self?.turn(true) }
    }

    private func turn(_ isTurning: Bool) {
        isVisible = isTurning
        spinner.isRunning = isTurning
    }
}
