// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// What to show for a live stream at a given time.
public enum LivePresentation: Hashable, Sendable {
    /// The viewer's region is excluded.
    case regionRestricted
    /// Requires an access code.
    case locked
    /// Scheduled; the start time may have passed if the host is late. Meanwhile the trailer plays, if there is one.
    case countdown(Countdown?, trailer: String?)
    /// Live, but no frame has arrived yet.
    case connecting
    /// Live, and a frame has been shown.
    case live
    /// The host has paused the stream.
    case hostPaused
    /// Over, and not yet available as a recording.
    case ended
    /// The recording, from this position in milliseconds.
    case replay(startMS: Int64)

    /// The time until the start.
    public enum Countdown: Hashable, Sendable {
        /// Less than an hour, in whole seconds.
        case seconds(Int)
        /// Later today, at this time.
        case today(Date)
        /// Tomorrow, at this time.
        case tomorrow(Date)
        /// Further away, in whole calendar days.
        case days(Int, Date)
        /// It should have started.
        case due
    }

    /// - Parameters:
    ///   - stream: the stream as returned by the service.
    ///   - video: the video in the feed, which knows about region restrictions.
    ///   - isUnlocked: the access code was entered in this session.
    ///   - hasPicture: a frame has already been shown.
    ///   - now: the current time.
    ///   - calendar: the viewer's, which defines day boundaries.
    public init(
        _ stream: LiveStream, video: FeedVideo? = nil, isUnlocked: Bool = false, hasPicture: Bool = true, at now: Date,
        calendar: Calendar = .current
    ) {
        if video?.regionBlocked == true {
            self = .regionRestricted
        } else if video?.locked == true, !isUnlocked {
            self = .locked
        } else {
            switch stream.status {
            case .idle:
                let countdown = stream.countdownHidden ? nil : stream.scheduledAt.map { Countdown(to: $0, at: now, calendar: calendar) }
                self = .countdown(countdown, trailer: stream.trailerVideoID)
            case .live: self = hasPicture ? .live : .connecting
            case .paused: self = .hostPaused
            case .replay: self = .replay(startMS: stream.replay?.startMS ?? 0)
            default: self = .ended
            }
        }
    }
}

extension LivePresentation.Countdown {
    /// - Parameters:
    ///   - start: the scheduled start.
    ///   - now: the current time.
    ///   - calendar: the viewer's, which defines day boundaries.
    public init(to start: Date, at now: Date, calendar: Calendar) {
        let rest = start.timeIntervalSince(now)
        let days = calendar.dateComponents([.day], from: calendar.startOfDay(for: now), to: calendar.startOfDay(for: start)).day ?? 0
        if rest <= 0 {
            self = .due
        } else if rest < 3600 {
            self = .seconds(Int(rest.rounded(.up)))
        } else if days <= 0 {
            self = .today(start)
        } else if days == 1 {
            self = .tomorrow(start)
        } else {
            self = .days(days, start)
        }
    }
}

/// The unlock tokens of streams, for the lifetime of the process.
public struct UnlockedStreams: Hashable, Sendable {
    private var tokens: [String: String] = [:]

    public init() {}

    /// Keeps the token that the service returned for an access code.
    public mutating func unlock(_ stream: String, token: String) { tokens[stream] = token }
    /// The token to send with requests about a stream; nil if no access code was entered.
    public func token(of stream: String) -> String? { tokens[stream] }
    /// Whether an access code was entered.
    public func isUnlocked(_ stream: String) -> Bool { tokens[stream] != nil }
}

/// The moments of a replay that present products.
public struct ReplayHighlights: Hashable, Sendable {
    /// Sorted by time, in milliseconds from the start of the recording.
    public let moments: [LiveReplay.Highlight]

    /// - Parameter stream: without a recording, there are no moments.
    public init(_ stream: LiveStream) { moments = (stream.replay?.highlights ?? []).sorted { $0.offsetMS < $1.offsetMS } }

    /// The moment at which a product was shown; nil if there is none.
    public func moment(of product: String) -> LiveReplay.Highlight? { moments.first { $0.productID == product } }

    /// The moment at a position: the last that has started.
    public func moment(atMS position: Int64) -> LiveReplay.Highlight? { moments.last { $0.offsetMS <= position } }
}
