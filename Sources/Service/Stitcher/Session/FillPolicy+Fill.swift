// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup

/// The creatives that have been prepared.
public struct CreativeAvailability: Hashable, Sendable {
    /// Prepared creatives by key, with their actual durations in seconds if known.
    public var ready: [String: Double?]
    /// Creatives that can't be prepared.
    public var failed: Set<String>
    /// Prepared creatives that can't be used with the current content.
    public var unfit: Set<String> = []

    public init(ready: [String: Double?] = [:], failed: Set<String> = []) {
        self.ready = ready
        self.failed = failed
    }
}

extension FillPolicy {
    /// Chooses complete ads in the given order, leaving out those that don't fit.
    ///
    /// - Parameters:
    ///   - available: in seconds; nil if the content is interrupted, so that any duration fits.
    ///   - candidates: in the order of the response.
    ///   - availability: the prepared creatives.
    ///   - showings: what this viewer has seen.
    ///   - now: in seconds, on the clock of the showings.
    public func fill(
        available: Double?, with candidates: [AdCandidate], availability: CreativeAvailability, showings: [AdSeparation.Showing] = [],
        at now: Double = 0
    ) -> BreakDecision {
        let before = bumper(startBumper, availability)
        let after = bumper(endBumper, availability)
        let space = (available ?? .infinity) - (before?.duration ?? 0) - (after?.duration ?? 0)
        var chosen: [AdCandidate] = []
        var skipped: [BreakDecision.Skipped] = []
        var filled = 0.0
        for candidate in candidates {
            var ad = candidate
            let reason: BreakDecision.Skipped.Reason?
            if availability.failed.contains(ad.creativeKey) {
                reason = .cannotBePrepared
            } else if availability.unfit.contains(ad.creativeKey) {
                reason = .unfit
            } else if let length = availability.ready[ad.creativeKey] {
                ad.duration = length ?? ad.duration
                if !(ad.duration > 0) {
                    reason = .noLength
                } else if let refusal = separation.refusal(of: ad, beside: chosen, after: showings, at: now) {
                    reason = refusal
                } else {
                    let overfill = chosen.count < maximumAds ? filled + ad.duration - space : .infinity
                    reason = overfill <= max(overfillTolerance, 0.01) ? nil : .noTimeLeft
                }
            } else {
                reason = ad.source == nil ? .noFile : .notReady
            }
            if let reason {
                skipped.append(.init(ad: ad, reason: reason, errorCode: Self.code(reason).number))
            } else {
                chosen.append(ad)
                filled += ad.duration
            }
        }
        return decision(chosen, skipped, before: before, after: after, available: available, filled: filled, availability)
    }

    private func decision(
        _ chosen: [AdCandidate], _ skipped: [BreakDecision.Skipped], before: Filler?, after: Filler?, available: Double?, filled: Double,
        _ availability: CreativeAvailability
    ) -> BreakDecision {
        guard !chosen.isEmpty else { return BreakDecision(.empty, slots: slate(for: available, availability), skipped: skipped) }
        let bumpers = (before?.duration ?? 0) + (after?.duration ?? 0)
        let open = max(0, (available ?? 0) - filled - bumpers)
        guard open <= largestUnderfill else {
            return BreakDecision(.underfilled, slots: slate(for: available, availability), skipped: skipped)
        }
        var slots: [BreakDecision.Slot] = []
        if let before { slots.append(.init(.bumper, creativeKey: before.creativeKey, duration: before.duration)) }
        slots += chosen.map { .init(.ad, creativeKey: $0.creativeKey, duration: $0.duration, ad: $0) }
        if available != nil { slots += slate(for: open, availability) }
        if let after { slots.append(.init(.bumper, creativeKey: after.creativeKey, duration: after.duration)) }
        return BreakDecision(.filled, slots: slots, skipped: skipped)
    }

    /// Slate for unsold time; empty if the content itself is shown.
    func slate(for seconds: Double?, _ availability: CreativeAvailability) -> [BreakDecision.Slot] {
        guard let seconds, seconds > 0.5, let slate, availability.ready[slate.creativeKey] != nil else { return [] }
        return [.init(.slate, creativeKey: slate.creativeKey, duration: seconds)]
    }

    private func bumper(_ filler: Filler?, _ availability: CreativeAvailability) -> Filler? {
        guard let filler, let ready = availability.ready[filler.creativeKey] else { return nil }
        let duration = ready ?? filler.duration
        return duration <= Self.longestBumper ? Filler(creativeKey: filler.creativeKey, duration: duration) : nil
    }

    /// The VAST error code.
    private static func code(_ reason: BreakDecision.Skipped.Reason) -> VASTErrorCode {
        switch reason {
        case .noTimeLeft: .duration
        case .notReady: .mezzanineLoading
        case .noFile: .mezzanineMissing
        case .cannotBePrepared: .mezzanineUnfit
        case .unfit: .fileDisplay
        case .alreadyInPod, .competing, .capped: .trafficking
        case .noLength: .linear
        }
    }
}
