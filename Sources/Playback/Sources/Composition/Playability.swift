// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// Whether a chapter can be played at a moment, and if not, why.
public enum Playability: Hashable, Sendable {
    case playable(MediaResource)
    case blocked(BlockingReason)
    /// - Parameter from: nil where the service does not say when.
    case notYet(from: Date?)
    /// - Parameter since: nil where the service does not say when.
    case notAnyMore(since: Date?)
    /// The service names nothing that could be played.
    case noResource
}

extension CompositionChapter {
    /// Dates go before the service's word that it is too early or too late, so that playing starts and stops at the very moment.
    public func playability(at now: Date, settings: PlaybackSettings = PlaybackSettings()) -> Playability {
        if let until = media.availableUntil, now >= until { return .notAnyMore(since: until) }
        if let from = media.availableFrom, now < from { return .notYet(from: from) }
        let resource = settings.choose(among: resources)
        switch media.blockingReason {
        case nil: break
        case .startDate:
            // The date has come, and the service's answer is from before.
            guard media.availableFrom != nil, resource != nil else { return .notYet(from: media.availableFrom) }
        case .endDate: return .notAnyMore(since: media.availableUntil)
        case let reason?: return .blocked(reason)
        }
        return resource.map { .playable($0) } ?? .noResource
    }

    /// The next moment at which ``playability(at:settings:)`` changes by itself.
    func nextBoundary(after now: Date) -> Date? {
        [media.availableFrom, media.availableUntil].compactMap { $0 }.filter { $0 > now }.min()
    }
}
