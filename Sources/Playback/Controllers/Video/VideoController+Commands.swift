// SPDX-License-Identifier: Apache-2.0

extension VideoController {
    /// Loads a track, and resumes where it was last watched. Does nothing without a URL.
    public func load(_ track: any VideoTrack) {
        guard let url = track.streamURL else { return }
        keepPosition()
        let previous = self.track
        self.track = track
        guard change(by: .load) else {
            self.track = previous
            return
        }
        (error, lastTime, hasStarted, isDecisionDue) = (nil, nil, false, true)
        output.load(url, title: track.title, at: track.lastWatched > 0 ? track.lastWatched : nil)
    }

    /// Plays now, or as soon as the content is ready. Takes precedence over the delegate's decision to start.
    public func play() {
        playContent(by: .play)
    }

    /// Pauses, and keeps the position in ``VideoTrack/lastWatched``.
    public func pause() {
        keepPosition()
        change(by: .pause)
    }

    /// Seeks to where the track was last watched, and plays.
    public func seekToLastWatched() {
        guard let track, state == .paused || state == .playing else { return }
        output.seek(to: track.lastWatched)
        play()
    }

    /// Seeks to a time in seconds. Whether it plays or is paused does not change.
    public func seek(to time: Double) {
        guard state == .paused || state == .playing else { return }
        lastTime = nil
        output.seek(to: time)
    }

    /// The user grabs the slider: the content is paused while it moves.
    public func beginScrubbing() {
        control(by: .scrub)
        change(by: .beginScrubbing)
    }

    /// The user releases the slider: the content plays from there.
    public func endScrubbing(at time: Double) {
        guard state == .paused || state == .playing else { return }
        lastTime = nil
        output.seek(to: time)
        playContent(by: .endScrubbing)
    }

    /// An ad replaces the content, which is paused. Commands during the ad take effect after it.
    public func beginAd() {
        keepPosition()
        change(by: .beginAd)
    }

    /// The ad has ended. The content continues as before.
    public func endAd() {
        let isRequested = machine.wantsPlay
        playContent(by: .endAd)
        if state == .paused, isDecisionDue { decide(isRequested: isRequested) }
    }

    /// Frees all resources. Later commands have no effect.
    public func dismiss() {
        keepPosition()
        change(by: .dismiss)
    }

    /// Reports that the user operated the controls.
    public func control(by control: VideoControl) {
        guard state != .dismissed else { return }
        delegate?.controller(self, didControlBy: control)
    }

    /// - Parameter language: BCP 47; nil turns subtitles off.
    public func selectSubtitle(_ language: String?) {
        guard state != .dismissed else { return }
        output.selectSubtitle(language)
    }

    /// The orientation was changed, by the user or by the device.
    public func turn(to orientation: VideoOrientation) {
        guard state != .dismissed, orientation != self.orientation else { return }
        let old = self.orientation
        delegate?.controller(self, willChangeTo: orientation)
        self.orientation = orientation
        delegate?.controller(self, didChangeFrom: old)
    }

    // MARK: Starting

    /// The track is ready: starts it if the user wanted that, otherwise the delegate decides.
    func decide(isRequested: Bool = false) {
        isDecisionDue = false
        guard let track, isRequested || delegate?.controller(self, shouldStart: track) ?? true else { return }
        play()
    }

    /// Plays, and notifies the delegate before and after a track's first start.
    private func playContent(by command: VideoStateMachine.Command) {
        let isFirst = !hasStarted && (state == .paused || state == .suspended && machine.content == .playing)
        guard isFirst, let track else {
            change(by: command)
            return
        }
        delegate?.controller(self, willStart: track)
        guard change(by: command) else { return }
        hasStarted = true
        delegate?.controller(self, didStart: track)
    }

    /// Saves the position at which the track resumes.
    func keepPosition() {
        guard let track, let time = output.time, state == .playing || state == .paused else { return }
        track.lastWatched = time
    }
}
