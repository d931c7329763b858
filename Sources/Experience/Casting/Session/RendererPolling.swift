// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// When a renderer is asked for its status. A value type.
struct RendererPolling: Sendable {
    /// The time of the next request.
    private(set) var next = Instant.zero
    private var last = Instant.zero
    /// Whether the renderer sends events, so that only its position must be asked for.
    private var sendsEvents = false

    /// Polling interval in seconds.
    static let interval = 1.0
    /// Polling interval for a renderer that sends events, only needed for the position.
    static let calmInterval = 5.0
    /// Minimum polling interval in seconds, however many events arrive.
    static let minInterval = 0.2

    /// - Parameter isMoving: whether playback progresses; until then, the interval is short even with events.
    private func interval(isMoving: Bool) -> Double { sendsEvents && isMoving ? Self.calmInterval : Self.interval }

    mutating func schedule(isMoving: Bool, at now: Instant) { next = now + interval(isMoving: isMoving) }

    /// A command has changed the state.
    mutating func scheduleSoon(at now: Instant) { next = now + Self.interval }

    mutating func scheduleNow(at now: Instant) { next = now }

    mutating func setSendsEvents(_ sendsEvents: Bool, isMoving: Bool, at now: Instant) {
        self.sendsEvents = sendsEvents
        next = min(next, now + interval(isMoving: isMoving))
    }

    /// An event reported a change.
    mutating func eventArrived(at now: Instant) { next = min(next, max(now, last + Self.minInterval)) }

    mutating func answered(at now: Instant) { last = now }
}

/// The volume of a renderer: what is requested, and what was sent. A value type.
struct RendererVolume: Sendable {
    private var level: (requested: Double?, sent: Double?)
    private var mute: (requested: Bool?, sent: Bool?)

    mutating func request(_ level: Double) { if !level.isNaN { self.level.requested = max(level, 0) } }
    mutating func request(isMuted: Bool) { mute.requested = isMuted }

    /// The next command to send.
    var command: RendererCommand? {
        if let requested = level.requested, requested != level.sent { return .volume(requested) }
        if let requested = mute.requested, requested != mute.sent { return .mute(requested) }
        return nil
    }

    /// The renderer has executed or refused a command. A refused one is not repeated.
    mutating func answered(_ command: RendererCommand) {
        switch command {
        case .volume(let level): self.level.sent = level
        case .mute(let isMuted): mute.sent = isMuted
        default: break
        }
    }
}
