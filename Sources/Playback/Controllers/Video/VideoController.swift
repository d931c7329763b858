// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxMedia
public import WindowboxPlayer

/// Plays one video at a time for an application that wants to be asked before, and told after, everything that happens.
///
/// Controls belong to views: they call the commands here, and tell of what a person did by ``control(by:)``.
@MainActor @Observable public final class VideoController {
    @ObservationIgnored public weak var delegate: (any VideoControllerDelegate)?
    public internal(set) var state = VideoState.unknown
    public internal(set) var track: (any VideoTrack)?
    /// Why the state is ``VideoState/failed``.
    public internal(set) var error: PlayerError?
    /// What plays. Another one may be put in its place at any time: what is loaded goes on there, at the same position.
    public var output: any OutputPlayer { didSet { if output !== oldValue { moved(from: oldValue) } } }
    public internal(set) var orientation = VideoOrientation.portrait

    /// How large subtitles are; nil leaves it to the player.
    public var subtitleSize: SubtitleSize? { didSet { if subtitleSize != oldValue { styleSubtitles() } } }
    public var subtitleColor = Color.white { didSet { if subtitleColor != oldValue { styleSubtitles() } } }
    /// Rules for subtitles in place of those that ``subtitleSize`` and ``subtitleColor`` give; nil is none.
    public var subtitleStyleSheet: [TextStyleRule]? { didSet { if subtitleStyleSheet != oldValue { styleSubtitles() } } }

    @ObservationIgnored var machine = VideoStateMachine()
    @ObservationIgnored var lastTime: Double?
    @ObservationIgnored var hasStarted = false
    /// Whether the track starts by itself was not asked yet.
    @ObservationIgnored var isDecisionDue = false
    @ObservationIgnored var subtitle: String?

    public init(output: any OutputPlayer) {
        self.output = output
        output.report = { [weak self] in self?.heard($0) }
    }

    /// Plays on this machine.
    public convenience init(player: Player) { self.init(output: PlayerOutput(player)) }

    isolated deinit {
        output.report = nil
        output.unload()
    }

    /// Tells the output how subtitles look, where anyone has said so.
    func styleSubtitles() {
        output.style(subtitles: subtitleStyleSheet ?? subtitleSize.map { [$0.rule(color: subtitleColor)] } ?? [])
    }

    /// Asks, tells, changes, and tells again.
    /// - Returns: false when nothing changes, or the delegate does not want it.
    @discardableResult func change(by command: VideoStateMachine.Command) -> Bool {
        guard let next = machine.propose(command), next != state || command == .load else { return false }
        guard delegate?.controller(self, shouldChangeTo: next) ?? true else { return false }
        // Whoever is asked may give commands too.
        guard machine.propose(command) == next else { return false }
        let old = state
        delegate?.controller(self, willChangeTo: next)
        machine.enter(next)
        state = machine.state
        apply(old)
        delegate?.controller(self, didChangeFrom: old)
        return true
    }

    /// Brings the output in line with the state.
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
