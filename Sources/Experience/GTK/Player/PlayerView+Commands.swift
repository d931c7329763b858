// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer

extension PlayerView {
    func perform(_ command: PlayerCommand) {
        visibility.show()
        switch command {
        case .togglePlayPause: player.togglePlayPause()
        case .skip(let direction): gestures.skip(direction, with: gestures.keySkips, player)
        case .step(let frames): player.step(by: frames)
        case .volume(let change): changeVolume(by: change)
        case .toggleMute: toggleMute()
        case .speed(let steps): messages.note.show(player.set(speed: PlaybackSpeed.next(from: player.rate, steps: steps)))
        case .normalSpeed: messages.note.show(player.set(speed: 1))
        case .goToStart: if player.canSeek { player.seekable.map { player.seek(to: $0.start) } }
        case .goToEnd: if player.canSeek { player.seekable.map { player.seek(to: $0.end) } }
        case .next: if player.canGoToNext { player.goToNext() }
        case .previous: if player.canGoToPrevious { player.goToPrevious() }
        case .toggleFullScreen: onFullScreen?(!isFullScreen)
        case .leaveFullScreen: onFullScreen?(false)
        case .toggleGravity: video.gravity = video.gravity == .fill ? .fit : .fill
        case .picture(let change): messages.note.show(video.adjustments.make(change))
        case .delay(let kind, let change): if let text = player.changeDelay(of: kind, by: change) { messages.note.show(text) }
        case .markRepeatedPart: if let text = player.markRepeatedPart() { messages.note.show(text) }
        case .choose(let kind, let steps): if let choice = player.moveChoice(by: steps, of: kind) { messages.note.show(choice) }
        case .look(let right, let up): video.orientation = video.orientation.looking(right: right, up: up)
        case .quit: onQuit?()
        }
    }

    private func changeVolume(by change: Double) {
        // Rounded to hundredths, so that steps up and down arrive at the same values.
        let volume = ((player.isMuted ? 0 : player.volume) * 100 + change * 100).rounded() / 100
        player.isMuted = false
        player.volume = min(max(volume, 0), VolumeControl.loudest)
        messages.note.show(translated("Volume {volume}", ["volume": PictureChoice.percent(player.volume)]))
    }

    private func toggleMute() {
        player.isMuted.toggle()
        messages.note.show(
            player.isMuted ? translated("Muted") : translated("Volume {volume}", ["volume": PictureChoice.percent(player.volume)]))
    }
}
