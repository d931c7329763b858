// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// What is shown of a live stream at one moment.
public enum LivePresentation: Hashable, Sendable {
    case regionRestricted
    /// An access code is needed.
    case locked
    /// It has a date, which may be over while the host is late; the trailer plays meanwhile where there is one.
    case countdown(Countdown?, trailer: String?)
    case connecting
    case live
    /// The host will be right back.
    case hostPaused
    /// It is over, and there is no recording yet.
    case ended
    case replay(startMS: Int64)

    /// How long it takes until the start.
    public enum Countdown: Hashable, Sendable {
        /// In whole seconds, below an hour.
        case seconds(Int)
        /// Today or in the night that follows, at that time.
        case today(Date)
        case tomorrow(Date)
        /// Further away, in whole calendar days.
        case days(Int, Date)
        /// It should have begun.
        case due
    }

    /// - Parameters:
    ///   - stream: as the service tells it.
    ///   - video: as the feed tells it; says whether it may be seen here.
    ///   - isUnlocked: the code was entered in this session.
    ///   - hasPicture: something of it has been shown already.
    ///   - now: the moment.
    ///   - calendar: the viewer's, for what a day is.
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

/// Which streams' codes were entered, for as long as the program runs.
public struct UnlockedStreams: Hashable, Sendable {
    private var tokens: [String: String] = [:]

    public init() {}

    public mutating func unlock(_ stream: String, token: String) { tokens[stream] = token }
    public func token(of stream: String) -> String? { tokens[stream] }
    public func isUnlocked(_ stream: String) -> Bool { tokens[stream] != nil }
}

/// Where a replay speaks of a product.
public struct ReplayHighlights: Hashable, Sendable {
    /// In order of time; milliseconds from the recording's beginning.
    public let moments: [LiveReplay.Highlight]

    public init(_ stream: LiveStream) { moments = (stream.replay?.highlights ?? []).sorted { $0.offsetMS < $1.offsetMS } }

    public func moment(of product: String) -> LiveReplay.Highlight? { moments.first { $0.productID == product } }

    /// The one that a position is in: the last that has begun.
    public func moment(atMS position: Int64) -> LiveReplay.Highlight? { moments.last { $0.offsetMS <= position } }
}
