// SPDX-License-Identifier: Apache-2.0

extension Player {
    /// Wants playing. At the end of an item it stays there: ``replay()`` starts it again.
    public func play() { shouldPlay = true }

    public func pause() {
        // Also of what an interruption has paused: it is not to play on by itself then.
        if !shouldPlay { _ = interruptions.handle(.wanted, isWanted: false) }
        shouldPlay = false
    }

    /// At the end of an item or of the list, it starts again.
    public func togglePlayPause() {
        if playbackState == .ended || presentItem == nil && queue.hasFinished {
            replay()
        } else {
            shouldPlay.toggle()
        }
    }

    func tellIntention() {
        _ = interruptions.handle(.wanted, isWanted: shouldPlay)
        if shouldPlay { engine.play() } else { engine.pause() }
        update()
    }

    func tellTextStyle() { happenings.send(.textStyled(textStyleRules)) }

    func tellMute() {
        engine.set(isMuted: isMuted)
        update()
    }

    /// The engine keeps them for all items to come.
    func tellLimits() { engine.limit(limits.quality(on: networkConditions)) }

    func setLoudness(_ value: Double) {
        guard value.isFinite else { return }
        let value = min(max(value, 0), 2)
        guard value != loudness else { return }
        loudness = value
        engine.set(volume: value)
    }

    // MARK: Speed

    /// The speed that is used. Setting it asks for another, which is used as far as the stream allows it: see
    /// ``playbackSpeedRange``. It never starts playing. Values that are not above zero are ignored.
    public var playbackSpeed: Double {
        get { effectiveSpeed }
        set {
            speed.request(newValue)
            update()
        }
    }

    /// The speed that was asked for last; 1 again after the end of the list. At the edge of a live window the speed in use falls
    /// to 1 and comes back to this one when playing is well behind it again.
    public var requestedPlaybackSpeed: Double { requestedSpeed }

    /// What can be used now: 1...1 for plain live and for nothing, up to 1 at the edge of a live window.
    public var playbackSpeedRange: ClosedRange<Double> { speedRange }

    // MARK: Pictures

    /// Shows the next picture of a paused item, or with a negative count an earlier one.
    /// - Returns: false when there is none that way, or the item plays.
    @discardableResult public func step(by count: Int) async -> Bool {
        guard engineItems.onAir != nil, error == nil, !shouldPlay, count < 0 || playbackState != .ended else { return false }
        return await withCheckedContinuation { done in
            engine.step(by: count) { done.resume(returning: $0) }
        }
    }
}
