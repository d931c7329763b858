// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

/// The lower controls: seek bar, play and pause, sound, time, speed, full screen.
@MainActor final class ControlsBar: Box {
    let seekBar = SeekBar()
    let fullScreen: Button
    private let player: any PlayerControlling
    private let volume: Scale
    let speed: SpeedButton
    let choices: ChoiceMenu

    /// Told when a menu opens or closes, and when a person takes hold of the seek bar or lets go of it.
    var onHold: (@MainActor (ControlsVisibility.Hold, Bool) -> Void)?

    init(_ player: any PlayerControlling, toggleFullScreen: @escaping @MainActor () -> Void) {
        self.player = player
        fullScreen = Button(icon: "view-fullscreen-symbolic", name: "Full Screen", action: toggleFullScreen)
        speed = SpeedButton(player)
        choices = ChoiceMenu(player)
        volume = Scale(0...1, step: 0.05, name: "Volume") {
            player.volume = $0
            player.isMuted = false
        }
        super.init(.vertical, spacing: 2)
        cssClass("shade-bottom")
        append(seekBar)
        append(makeRow())
        bindSeekBar()
        speed.onOpen { [weak self] in self?.onHold?(.menu, $0) }
        choices.onOpen { [weak self] in self?.onHold?(.menu, $0) }
        seekBar.onHold = { [weak self] in self?.onHold?(.seeking, $0) }
    }

    /// Leaves out what has no room in a small window.
    var isCompact = false {
        didSet { volume.isVisible = !isCompact }
    }

    private func makeRow() -> Widget {
        let player = player
        let play = Button(icon: "media-playback-start-symbolic", name: "Play") { player.togglePlayPause() }
            .cssClass("play")
            .bind(\.icon) {
                player.hasEnded
                    ? "view-refresh-symbolic" : player.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic"
            }
            .bind(\.name) { player.hasEnded ? "Play Again" : player.isPlaying ? "Pause" : "Play" }
        let mute = Button(icon: "audio-volume-high-symbolic", name: "Mute") { player.isMuted.toggle() }
            .bind(\.icon) { VolumeIcon.name(volume: player.volume, isMuted: player.isMuted) }
            .bind(\.name) { player.isMuted ? "Unmute" : "Mute" }
        volume.cssClass("volume").align(vertical: .center).bind(\.value) { player.isMuted ? 0 : player.volume }
        let time = Label().cssClass("time").bind(\.text) { TimeLine.text(of: player) }
        let live = Button("LIVE") { if let seekable = player.seekable { player.seek(to: seekable.end) } }
            .cssClass("live").align(vertical: .center)
            .bind(\.isVisible) { player.isLive }
            .bind(to: { player.isAtLiveEdge }) { $0.setCSSClass("at-edge", $1) }
        let previous = Button(icon: "media-skip-backward-symbolic", name: "Previous") { player.goToPrevious() }
            .bind(\.isVisible) { player.canGoToPrevious }
        let next = Button(icon: "media-skip-forward-symbolic", name: "Next") { player.goToNext() }
            .bind(\.isVisible) { player.canGoToNext }
        return Box(.horizontal, spacing: 2) {
            previous
            play
            next
            mute
            volume
            time
            live
            Box(.horizontal).expand(.horizontal)
            choices
            speed
            fullScreen
        }
    }

    private func bindSeekBar() {
        let player = player
        seekBar
            .bind(\.range) { player.seekable ?? .zero }
            .bind(\.position) { player.position }
            .bind(\.buffered) { player.bufferedRange }
            .bind(\.marks) { player.marks }
        seekBar.caption = { time in
            let text = TimeLine.text(at: time, of: player)
            let title = SeekMark.title(at: time, in: player.marks)
            return title.map { "\($0)  \(text)" } ?? text
        }
        seekBar.onPreview = { player.preview(at: $0) }
        seekBar.onSeek = { player.seek(to: $0) }
    }
}

/// What is written about the time.
enum TimeLine {
    @MainActor static func text(of player: any PlayerControlling) -> String {
        guard let seekable = player.seekable else { return player.isLive ? "" : TimeText.clock(player.position) }
        if player.isAtLiveEdge { return "" }
        let position = text(at: player.position, of: player)
        return player.isLive ? position : position + " / " + TimeText.clock(seekable.duration)
    }

    /// A time as it is counted: from the start, or in a live stream from now.
    @MainActor static func text(at time: Double, of player: any PlayerControlling) -> String {
        guard let seekable = player.seekable else { return TimeText.clock(time) }
        return TimeText.clock(player.isLive ? time - seekable.end : time - seekable.start)
    }
}

enum VolumeIcon {
    static func name(volume: Double, isMuted: Bool) -> String {
        let level =
            if isMuted || volume <= 0 { "muted" } else if volume < 0.34 { "low" } else if volume < 0.67 { "medium" } else { "high" }
        return "audio-volume-\(level)-symbolic"
    }
}
