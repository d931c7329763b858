// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxSources

/// Asks the playlist and the delegate what follows a media item, and times the countdown to it.
@MainActor @Observable final class TransitionController {
    private(set) var countdown: Countdown?
    @ObservationIgnored weak var playlist: (any MediaPlaylistSource)?
    @ObservationIgnored weak var delegate: (any MediaTransitionDelegate)?
    /// Performs `play` and `endedWithoutTransition`; timing is done here.
    @ObservationIgnored var perform: (@MainActor (CountdownRule.Action) -> Void)?
    @ObservationIgnored private var rule = CountdownRule()
    @ObservationIgnored private var timer: Task<Void, Never>?
    @ObservationIgnored private let clock: WallClock

    init(clock: WallClock) { self.clock = clock }

    isolated deinit { timer?.cancel() }

    /// The controller's media was played to its end.
    func ended(_ controller: MediaController) {
        guard let playlist, let delegate else { return handle(.ended(upcoming: nil, duration: .infinity)) }
        let upcoming = playlist.nextMedia(for: controller)
        handle(.ended(upcoming: upcoming, duration: delegate.transitionDuration(of: controller)))
    }

    func handle(_ event: CountdownRule.Event) {
        let actions = rule.handle(event, at: clock.now())
        if countdown != rule.countdown { countdown = rule.countdown }
        for action in actions {
            switch action {
            case .wake(let date):
                timer?.cancel()
                timer = Task { [weak self, clock] in
                    try? await clock.sleep(date)
                    if !Task.isCancelled { self?.handle(.woke) }
                }
            case .sleep:
                timer?.cancel()
                timer = nil
            case .play, .endedWithoutTransition: perform?(action)
            }
        }
    }
}
