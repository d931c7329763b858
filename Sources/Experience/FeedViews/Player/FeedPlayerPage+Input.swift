// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

extension FeedPlayerPage {
    func listen() {
        onKey { [weak self] in self?.pressed($0, $1) ?? false }
        onAnyKey { [weak self] in self?.controls.visibility.show() }
        onSwipe(along: { [weak self] in self?.swipeRule.axis ?? .horizontal }, moved: { [weak self] in self?.pulled($0) }) { [weak self] in
            self?.released(at: $0)
        }
        onWheel({ [weak self] in self?.wheeled($0, $1) ?? false }, fingers: { [weak self] in self?.padMoved($0) ?? false })
        onTap(on: [stage, chrome, chrome.middle, layers.top, layers.side, layers.bottom]) { [weak self] in self?.tapped($0, $1) }
        onPointer(
            moved: { [weak self] _, _ in self?.controls.visibility.show() },
            left: { [weak self] in self?.controls.visibility.pointerLeft() })
        onMapped { [weak self] in self?.mapped($0) }
        onRooted { [weak self] in if !$0 { self?.close(.hostClosed) } }
        add(SizeWatch { [weak self] in self?.resized($0, $1) })
    }

    // MARK: Swiping

    /// Moves the video by a distance in logical pixels along with the finger, followed by the neighbouring item.
    func pulled(_ distance: Double) { perform(.pulled(distance)) }

    /// Ends a swipe; the distance in logical pixels is nil if another gesture took over.
    func released(at distance: Double?) { perform(.released(distance)) }

    private func perform(_ event: SwipeInput.Event) {
        for action in actions(for: event) {
            switch action {
            case .pull(let way, let side):
                stage.pull(swipeRule.axis, by: way, neighbour: playback.neighbour(by: side).flatMap { slides.coming(at: $0) })
            case .settle(let step, let velocity):
                let former = playback.index
                go(by: step, velocity: velocity)
                if playback.index == former { stage.release(velocity: velocity) }
            case .step(let step): go(by: step)
            }
        }
    }

    func pressed(_ key: KeyboardKey, _ modifiers: KeyModifiers) -> Bool {
        guard
            let command = PageCommand.of(
                key, modifiers, direction: playback.configuration.scrollDirection, isRightToLeft: isRightToLeft)
        else { return false }
        if command == .close, onEscape?() == true { return true }
        // Around an embedded player, Escape has another meaning.
        if command == .close, !context.isFullScreen || playback.configuration.isCloseButtonHidden { return false }
        perform(command)
        return true
    }

    /// Whether the wheel changes the item. By default, an embedded player leaves it to the surrounding widgets.
    private var takesWheel: Bool { context.isFullScreen || playback.feed.configuration.isScrollEnabled }

    /// - Returns: whether the motion was handled.
    func padMoved(_ motion: PadMotion) -> Bool {
        guard takesWheel else { return false }
        perform(.pad(motion))
        return true
    }

    private func wheeled(_ x: Double, _ y: Double) -> Bool {
        guard takesWheel else { return false }
        perform(.wheel(x, y))
        return true
    }

    private func tapped(_ count: Int, _ device: PointingDevice) {
        if count == 2 {
            // Undoes the effect of the first click.
            perform(.togglePlayPause)
            return perform(.toggleFullScreen)
        }
        guard count == 1 else { return }
        if device == .touch, controls.visibility.isUserInterfaceHidden { return controls.visibility.show() }
        perform(.togglePlayPause)
    }

    /// Goes to the next item, or for a negative step to the previous one, as a swipe does.
    public func go(by step: Int) { go(by: step, velocity: 0) }

    private func go(by step: Int, velocity: Double) {
        if step > 0 { perform(.next, velocity: velocity) } else if step < 0 { perform(.previous, velocity: velocity) }
    }

    /// - Parameter velocity: at which another item enters, in logical pixels per second.
    func perform(_ command: PageCommand, velocity: Double = 0) {
        controls.visibility.show()
        switch command {
        case .next: playback.next()
        case .previous: playback.previous()
        case .togglePlayPause: togglePlayPause()
        case .toggleSound:
            guard !playback.configuration.isMuteButtonHidden else { return }
            playback.setMuted(!playback.isMuted)
            host.remember(silence: playback.isMuted)
        case .toggleCaptions: chrome.captions.toggle()
        case .toggleFullScreen: onFullScreen?()
        case .smallWindow: if playback.feed.isPictureInPictureEnabled { enterSmallWindow() }
        case .skip(let seconds): skip(seconds)
        case .share: share()
        case .close: closeSoon()
        }
        showCurrent(velocity: velocity)
    }

    private func togglePlayPause() {
        guard let player = playback.player else { return }
        if player.shouldPlay, player.playbackState != .ended, player.error == nil { playback.pause() } else { playback.play() }
    }

    private func skip(_ seconds: Double) {
        guard let model = context.model, let range = model.seekable else { return }
        playback.seek(to: range.clamp(model.position + seconds))
    }

    // MARK: Call to action and sharing

    func clickedCTA() {
        guard let video = state.shown?.video, let cta = video.cta else { return }
        playback.note(.clickCTA(type: cta.type, url: cta.url))
        switch CTAOutcome(cta, isHandled: host.onCTA?(cta, video) ?? false) {
        case .handledByHost: break
        case .open(let url): host.open(url, from: self)
        case .refused: note.show(host.sdk.language.text(.loadFailed))
        }
    }

    private func share() {
        guard let video = state.shown?.video else { return }
        playback.note(.clickShare)
        guard let link = host.shareLink(to: video, of: playback.feed, configuration: playback.configuration) else { return }
        host.share(link, from: self)
        playback.note(.share)
        note.show(host.sdk.language.text(.copied))
    }
}
