// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxMedia
public import WindowboxPlayer

/// Plays one video at a time for an application that wants to confirm every change, and to be notified of it.
///
/// Controls belong to views. They call the commands here, and report user actions with ``control(by:)``.
@MainActor @Observable public final class VideoController {
    /// Hears about changes, and decides about some of them; not retained.
    @ObservationIgnored public weak var delegate: (any VideoControllerDelegate)?
    /// What the controller is doing; ``VideoState/unknown`` before the first track.
    public internal(set) var state = VideoState.unknown
    /// The track that is loaded; nil before the first one.
    public internal(set) var track: (any VideoTrack)?
    /// Why the state is ``VideoState/failed``; nil otherwise.
    public internal(set) var error: PlayerError?
    /// The output that plays. It may be replaced at any time: the track continues on the new one at the same position.
    public var output: any OutputPlayer { didSet { if output !== oldValue { moved(from: oldValue) } } }
    /// The orientation of the video on the screen, as last set.
    public internal(set) var orientation = VideoOrientation.portrait

    /// The size of subtitles; nil leaves it to the player.
    public var subtitleSize: SubtitleSize? { didSet { if subtitleSize != oldValue { styleSubtitles() } } }
    /// White by default.
    public var subtitleColor = Color.white { didSet { if subtitleColor != oldValue { styleSubtitles() } } }
    /// Subtitle style rules in place of those from ``subtitleSize`` and ``subtitleColor``; nil uses those.
    public var subtitleStyleSheet: [TextStyleRule]? { didSet { if subtitleStyleSheet != oldValue { styleSubtitles() } } }

    @ObservationIgnored var machine = VideoStateMachine()
    @ObservationIgnored var lastTime: Double?
    @ObservationIgnored var hasStarted = false
    /// The delegate was not yet asked whether the track should start.
    @ObservationIgnored var isDecisionDue = false
    @ObservationIgnored var subtitle: String?

    public init(output: any OutputPlayer) {
        self.output = output
        output.report = { [weak self] in self?.handle($0) }
    }

    /// Makes a controller that plays locally.
    public convenience init(player: Player) { self.init(output: PlayerOutput(player)) }

    isolated deinit {
        output.report = nil
        output.unload()
    }

    /// Sends the subtitle style to the output, if one is set.
    func styleSubtitles() {
        output.style(subtitles: subtitleStyleSheet ?? subtitleSize.map { [$0.rule(color: subtitleColor)] } ?? [])
    }

    /// Asks the delegate, notifies it, changes the state, and notifies it again.
    /// - Returns: false when nothing changes, or the delegate refuses.
    @discardableResult func change(by command: VideoStateMachine.Command) -> Bool {
        guard let next = machine.propose(command), next != state || command == .load else { return false }
        guard delegate?.controller(self, shouldChangeTo: next) ?? true else { return false }
        // The delegate may have given commands too.
        guard machine.propose(command) == next else { return false }
        let old = state
        delegate?.controller(self, willChangeTo: next)
        machine.enter(next)
        state = machine.state
        apply(old)
        delegate?.controller(self, didChangeFrom: old)
        return true
    }

    /// Applies the state to the output.
    private func apply(_ old: VideoState) {
        switch state {
        case .playing: output.play()
        case .paused: if old == .playing || old == .suspended { output.pause() }
        case .suspended, .failed: output.pause()
        case .dismissed:
            output.unload()
            output.report = nil
        case .unknown, .loading: break
        }
    }
}
