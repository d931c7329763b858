// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// Whether a chapter is playable at a given time, and if not, why.
public enum Playability: Hashable, Sendable {
    /// Playable, with this resource.
    case playable(MediaResource)
    /// Blocked, for this reason.
    case blocked(BlockingReason)
    /// - Parameter from: nil if the service doesn't say when.
    case notYet(from: Date?)
    /// - Parameter since: nil if the service doesn't say when.
    case notAnyMore(since: Date?)
    /// The service provides nothing that can be played.
    case noResource
}

extension CompositionChapter {
    /// Determines the playability. Dates take precedence over the service's blocking reasons for them, so that playback starts and stops at
    /// the exact time.
    public func playability(at now: Date, settings: PlaybackSettings = PlaybackSettings()) -> Playability {
        if let until = media.availableUntil, now >= until { return .notAnyMore(since: until) }
        if let from = media.availableFrom, now < from { return .notYet(from: from) }
        let resource = settings.choose(among: resources)
        switch media.blockingReason {
        case nil: break
        case .startDate:
            // The date has passed, and the service's response is older.
            guard media.availableFrom != nil, resource != nil else { return .notYet(from: media.availableFrom) }
        case .endDate: return .notAnyMore(since: media.availableUntil)
        case let reason?: return .blocked(reason)
        }
        return resource.map { .playable($0) } ?? .noResource
    }

    /// The next date at which ``playability(at:settings:)`` changes.
    func nextBoundary(after now: Date) -> Date? {
        [media.availableFrom, media.availableUntil].compactMap { $0 }.filter { $0 > now }.min()
    }
}
