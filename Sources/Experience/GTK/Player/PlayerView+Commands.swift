// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension PlayerView {
    func perform(_ command: PlayerCommand) {
        handle(.activity)
        switch command {
        case .togglePlayPause: player.togglePlayPause()
        case .skip(let seconds): skip(seconds)
        case .step(let frames): player.step(by: frames)
        case .volume(let change): changeVolume(by: change)
        case .toggleMute: toggleMute()
        case .speed(let steps): setSpeed(PlaybackSpeed.next(from: player.rate, steps: steps))
        case .normalSpeed: setSpeed(1)
        case .goToStart: player.seekable.map { player.seek(to: $0.start) }
        case .goToEnd: player.seekable.map { player.seek(to: $0.end) }
        case .next: if player.canGoToNext { player.goToNext() }
        case .previous: if player.canGoToPrevious { player.goToPrevious() }
        case .toggleFullScreen: onFullScreen?(!isFullScreen)
        case .leaveFullScreen: onFullScreen?(false)
        case .quit: onQuit?()
        }
    }

    private func skip(_ seconds: Double) {
        guard player.seekable != nil else { return }
        player.skip(by: seconds)
        note.show((seconds < 0 ? "−" : "+") + "\(Int(abs(seconds))) s")
    }

    private func changeVolume(by change: Double) {
        // Hundredths, so that steps up and down meet again.
        let volume = ((player.isMuted ? 0 : player.volume) * 100 + change * 100).rounded() / 100
        player.isMuted = false
        player.volume = min(max(volume, 0), 1)
        note.show("Volume \(Int((player.volume * 100).rounded())) %")
    }

    private func toggleMute() {
        player.isMuted.toggle()
        note.show(player.isMuted ? "Muted" : "Volume \(Int((player.volume * 100).rounded())) %")
    }

    private func setSpeed(_ rate: Double) {
        player.rate = rate
        note.show(TimeText.speed(rate))
    }
}
