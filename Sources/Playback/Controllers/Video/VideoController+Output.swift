// SPDX-License-Identifier: Apache-2.0

// Handles the events of the output.
extension VideoController {
    func handle(_ event: OutputEvent) {
        guard let track, state != .dismissed else { return }
        switch event {
        case .ready:
            let wantsPlay = machine.wantsPlay
            guard change(by: .ready) else { return }
            decide(isRequested: wantsPlay)
        case .time(let time):
            guard state == .playing else { return }
            track.lastWatched = time
            delegate?.controller(self, didPlay: track, at: time, lastTime: lastTime)
            lastTime = time
        case .ended:
            change(by: .finish)
            track.lastWatched = 0
            lastTime = nil
            delegate?.controller(self, didPlayToEnd: track)
        case .failed(let error):
            self.error = error
            change(by: .fail)
            delegate?.controller(self, didFailWith: error, track: track)
        case .subtitleChanged:
            let (old, new) = (subtitle, output.subtitleLanguage)
            guard old != new else { return }
            subtitle = new
            delegate?.controller(self, didChangeSubtitleFrom: old, to: new)
        }
    }

    /// Another output takes over: the track is loaded there at the same position.
    func moved(from old: any OutputPlayer) {
        let time = old.time
        old.report = nil
        old.unload()
        output.report = { [weak self] in self?.handle($0) }
        if subtitleStyleSheet != nil || subtitleSize != nil { styleSubtitles() }
        guard state != .dismissed, let track, let url = track.streamURL else { return }
        if let time, time > 0 { track.lastWatched = time }
        let plays = machine.content == .playing || machine.wantsPlay
        output.load(url, title: track.title, at: track.lastWatched > 0 ? track.lastWatched : nil)
        if plays, state == .playing { output.play() }
    }
}
