// SPDX-License-Identifier: Apache-2.0

extension VideoController {
    /// Loads a track, and goes on where it was watched last. Nothing happens without an address.
    public func load(_ track: any VideoTrack) {
        guard let url = track.streamURL else { return }
        keepPosition()
        let former = self.track
        self.track = track
        guard change(by: .load) else {
            self.track = former
            return
        }
        (error, lastTime, hasStarted, isDecisionDue) = (nil, nil, false, true)
        output.load(url, title: track.title, at: track.lastWatched > 0 ? track.lastWatched : nil)
    }

    /// Plays, or as soon as the content can be played. A person's wish goes before the delegate's decision to start.
    public func play() {
        playContent(by: .play)
    }

    public func pause() {
        keepPosition()
        change(by: .pause)
    }

    /// Goes where the track was watched last, and plays.
    public func seekToLastWatched() {
        guard let track, state == .paused || state == .playing else { return }
        output.seek(to: track.lastWatched)
        play()
    }

    /// Goes to a time, in seconds. Whether it plays or is paused stays as it is.
    public func seek(to time: Double) {
        guard state == .paused || state == .playing else { return }
        lastTime = nil
        output.seek(to: time)
    }

    /// A person takes hold of the slider: the content is paused while it moves.
    public func beginScrubbing() {
        control(by: .scrub)
        change(by: .beginScrubbing)
    }

    /// A person lets go of the slider: the content plays from there.
    public func endScrubbing(at time: Double) {
        guard state == .paused || state == .playing else { return }
        lastTime = nil
        output.seek(to: time)
        playContent(by: .endScrubbing)
    }

    /// An advertisement takes the place of the content, which is paused. Commands given meanwhile take effect after it.
    public func beginAd() {
        keepPosition()
        change(by: .beginAd)
    }

    /// The content goes on as if nothing had been.
    public func endAd() {
        let isWanted = machine.wantsPlay
        playContent(by: .endAd)
        if state == .paused, isDecisionDue { decide(isWanted: isWanted) }
    }

    /// Frees everything. Nothing has any effect afterwards.
    public func dismiss() {
        keepPosition()
        change(by: .dismiss)
    }

    /// Tells that a person used the controls.
    public func control(by control: VideoControl) {
        guard state != .dismissed else { return }
        delegate?.controller(self, didControlBy: control)
    }

    /// - Parameter language: BCP 47; nil is none.
    public func selectSubtitle(_ language: String?) {
        guard state != .dismissed else { return }
        output.selectSubtitle(language)
    }

    /// The video was turned, by a person or by the device.
    public func turn(to orientation: VideoOrientation) {
        guard state != .dismissed, orientation != self.orientation else { return }
        let old = self.orientation
        delegate?.controller(self, willChangeTo: orientation)
        self.orientation = orientation
        delegate?.controller(self, didChangeFrom: old)
    }

    // MARK: Starting

    /// The track is ready: a person's wish counts, else the delegate decides.
    func decide(isWanted: Bool = false) {
        isDecisionDue = false
        guard let track, isWanted || delegate?.controller(self, shouldStart: track) ?? true else { return }
        play()
    }

    /// A track's first playing is told before and after, once.
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

    /// Where the track is gone on with.
    func keepPosition() {
        guard let track, let time = output.time, state == .playing || state == .paused else { return }
        track.lastWatched = time
    }
}
