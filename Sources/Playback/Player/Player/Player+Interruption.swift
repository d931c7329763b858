// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine

extension Player {
    /// The application is not seen any more: its window is minimised, say. See ``backgroundPlaybackPolicy``.
    /// - Parameter isSeenElsewhere: pictures are shown outside of it, as in picture in picture.
    public func applicationDidEnterBackground(isSeenElsewhere: Bool = false) {
        guard mediaType == .video else { return }
        switch backgroundPlaybackPolicy {
        case .continues: return
        case .automatic: if isSeenElsewhere { return }
        case .pauses: break
        }
        follow(.begins(.background))
    }

    /// The application is seen again: what was paused for it plays on.
    public func applicationWillEnterForeground() { follow(.ends(.background)) }

    /// Whether ``play()`` was taken back by an interruption, after whose end it plays on by itself.
    public var isInterrupted: Bool { !interruptions.causes.isEmpty }

    func heard(_ event: AudioOutputEvent) {
        switch event {
        case .interrupted:
            guard configuration.pausesForInterruptions else { return }
            happenings.send(.interrupted)
            follow(.begins(.sound))
        case .interruptionEnded:
            guard configuration.pausesForInterruptions else { return }
            follow(.ends(.sound))
            happenings.send(.interruptionEnded)
        case .deviceLost(let other):
            happenings.send(.audioDeviceLost(movedTo: other))
            follow(.deviceLost(goesOn: configuration.resumesAfterRouteBecomesUnavailable))
        }
    }

    private func follow(_ event: InterruptionRule.Event) {
        var rule = interruptions
        let action = rule.handle(event, isWanted: shouldPlay)
        // What is done here is nobody's wish, so it must not count as one.
        switch action {
        case .pause: shouldPlay = false
        case .play: shouldPlay = true
        case nil: break
        }
        interruptions = rule
    }
}
