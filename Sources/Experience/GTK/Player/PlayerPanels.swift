// SPDX-License-Identifier: Apache-2.0

/// The panels of a player besides its controls and ads.
@MainActor final class PlayerPanels {
    let failure: FailurePanel
    let upNext: UpNextPanel
    let skipCredits: SkipCreditsButton
    let preview: PreviewBubble
    let poster: AudioPoster
    let soundGround: SoundGround
    /// The panel in the middle, below all others, which is shown while another device plays.
    let middle = Box(.vertical)

    init(_ player: any PlayerControlling) {
        failure = FailurePanel(player)
        preview = PreviewBubble(player)
        upNext = UpNextPanel { await player.imageBytes(of: $0) }
        skipCredits = SkipCreditsButton(player)
        poster = AudioPoster(player)
        soundGround = SoundGround(player, below: poster)
        middle.align(horizontal: .center, vertical: .center)
    }

    func fit(_ sizeClass: ControlsSizeClass) {
        failure.sizeClass = sizeClass
        upNext.sizeClass = sizeClass
    }

    func place(_ insets: ControlsInsets) { skipCredits.bottomMargin = insets.panelMargin }

    /// Shows what is near a time above the seek bar; nil hides it.
    func showPreview(at time: Double?, above seekBar: SeekBar) {
        guard let time, let bar = preview.place(of: seekBar, x: seekBar.x(of: time), y: 0) else { return preview.hide() }
        preview.show(time, x: bar.x, bottom: bar.y - 2)
    }
}
