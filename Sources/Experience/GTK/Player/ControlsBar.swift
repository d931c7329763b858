// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia
import WindowboxPlayer

/// The lower controls: seek bar, play and pause, volume, time, settings, casting, full screen.
@MainActor final class ControlsBar: Box {
    let seekBar = SeekBar()
    let fullScreen: Button
    private let volume: VolumeControl
    let speed: SpeedButton
    let settings: SettingsMenu
    private(set) var castButton: CastButton?
    let clock: TimeButton
    private let seekBarSlot = Box(.vertical)
    private let settingsSlot = Box(.horizontal)
    private let castSlot = Box(.horizontal)
    private var secondary: [Widget] = []
    private var ordinary: [Widget] = []

    /// Called when a menu opens or closes, and when the user grabs or releases the seek bar.
    var onHold: (@MainActor (VisibilityTracker.Hold, Bool) -> Void)?

    init(_ player: any PlayerControlling, _ picture: PictureAdjustments, toggleFullScreen: @escaping @MainActor () -> Void) {
        fullScreen = Button(icon: "view-fullscreen-symbolic", name: translated("Full Screen"), action: toggleFullScreen)
        speed = SpeedButton(player)
        settings = SettingsMenu(player, picture)
        volume = VolumeControl(player)
        clock = TimeButton(player)
        super.init(.vertical, spacing: 2)
        cssClass("shade-bottom")
        seekBarSlot.append(seekBar)
        settingsSlot.append(settings)
        append(seekBarSlot)
        append(makeRow(player))
        bindSeekBar(player)
        speed.onOpen { [weak self] in self?.onHold?(.menu, $0) }
        settings.onOpen = { [weak self] in self?.onHold?(.menu, $0) }
        seekBar.onHold = { [weak self] in self?.onHold?(.seeking, $0) }
    }

    /// The text of the time.
    var time: Label { clock.label }

    /// Hides what doesn't fit.
    var sizeClass = ControlsSizeClass.full {
        didSet { if sizeClass != oldValue { layoutForSizeClass() } }
    }

    /// Whether the full-screen button is shown, because a handler exists.
    var offersFullScreen = false {
        didSet { layoutForSizeClass() }
    }

    /// Adds the cast button. Only the first call has an effect.
    func offer(_ cast: any CastControlling) {
        guard castButton == nil else { return }
        let button = CastButton(cast)
        castButton = button
        castSlot.append(button)
        button.onOpen = { [weak self] in self?.onHold?(.menu, $0) }
    }

    /// Height of the empty part of the gradient above the controls, in logical pixels.
    var shade: Int { sizeClass == .tiny ? 0 : 36 }

    private func layoutForSizeClass() {
        let isTiny = sizeClass == .tiny
        volume.showsSlider = sizeClass == .full
        for widget in secondary { widget.isVisible = sizeClass == .full }
        for widget in ordinary { widget.isVisible = !isTiny }
        fullScreen.isVisible = offersFullScreen && !isTiny
    }

    private func makeRow(_ player: any PlayerControlling) -> Widget {
        let play = PlayButton(player)
        let tracks = TracksButton(player)
        tracks.onOpen { [weak self] in self?.onHold?(.menu, $0) }
        let previous = Button(icon: "media-skip-backward-symbolic", name: translated("Previous")) { player.goToPrevious() }
            .bind(\.isVisible) { player.canGoToPrevious }
        let next = Button(icon: "media-skip-forward-symbolic", name: translated("Next")) { player.goToNext() }
            .bind(\.isVisible) { player.canGoToNext }
        // The normal speed is set in the settings; only other speeds are shown here.
        speed.bind(\.isVisible) { abs(player.rate - 1) > 0.001 }
        let speedSlot = Box(.horizontal) { speed }
        let tracksSlot = Box(.horizontal) { tracks }
        secondary = [Box(.horizontal) { previous }, Box(.horizontal) { next }, speedSlot, tracksSlot]
        ordinary = [seekBarSlot, volume, clock, settingsSlot, castSlot]
        // Times and transport buttons run left to right in every language, like the seek bar; menus and text follow the language.
        let transport = Box(.horizontal, spacing: 2) {
            secondary[0]
            play
            secondary[1]
            volume
            clock
        }
        transport.setDirection(rightToLeft: false)
        let row = Box(.horizontal, spacing: 2) {
            transport
            LiveButton(player)
            Box(.horizontal).expand(.horizontal)
            speedSlot
            tracksSlot
            settingsSlot
            castSlot
            fullScreen
        }
        row.laysOutLeftToRight()
        return row
    }

    private func bindSeekBar(_ player: any PlayerControlling) {
        seekBar
            .bind(\.range) { player.seekable ?? .zero }
            .bind(\.isLocked) { !player.canSeek }
            .bind(\.position) { player.position }
            .bind(\.buffered) { player.bufferedRange }
            .bind(\.marks) { player.marks }
            .bind(\.isVisible) { !player.isLiveOnly }
        seekBar.caption = { time in
            let text = TimeLine.text(at: time, of: player)
            let title = SeekMark.title(at: time, in: player.marks)
            return title.map { "\($0)  \(text)" } ?? text
        }
        seekBar.onPreview = { player.preview(at: $0) }
        seekBar.onSeek = { player.seek(to: $0) }
    }
}

/// The time shown in the controls.
enum TimeLine {
    /// - Parameter showsRemaining: shows the remaining time of the item instead of its duration.
    @MainActor static func text(of player: any PlayerControlling, showsRemaining: Bool = false) -> String {
        guard let seekable = player.seekable else { return player.isLive ? "" : TimeText.clock(player.position) }
        if player.isAtLiveEdge { return "" }
        let position = text(at: player.position, of: player)
        if player.isLive { return position }
        // Both are truncated, so that they add up to the shown duration.
        let remaining = seekable.duration.rounded(.down) - max(player.position - seekable.start, 0).rounded(.down)
        return position + " / " + (showsRemaining ? "−" + TimeText.clock(max(remaining, 0)) : TimeText.clock(seekable.duration))
    }

    /// Formats a time: from the start, or relative to the live edge of a live stream.
    @MainActor static func text(at time: Double, of player: any PlayerControlling) -> String {
        guard let seekable = player.seekable else { return TimeText.clock(time) }
        return TimeText.clock(player.isLive ? time - seekable.end : time - seekable.start)
    }
}

enum VolumeIcon {
    static func name(volume: Double, isMuted: Bool) -> String {
        let level =
            if isMuted || volume <= 0 { "muted" } else if volume < 0.34 { "low" } else if volume < 0.67 { "medium" } else if volume <= 1 {
                "high"
            } else { "overamplified" }
        return "audio-volume-\(level)-symbolic"
    }
}
