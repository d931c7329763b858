// SPDX-License-Identifier: Apache-2.0

/// Maps a failure to a plan: a pure function of the case and the policy.
struct RecoveryPlanner: Sendable {
    var policy: RecoveryPolicy

    func plan(_ case: RecoveryCase) -> RecoveryPlan {
        if `case`.resource == .steering { return .ignore }
        if `case`.secondsWithoutSuccess > policy.timeout { return .giveUp(code(`case`)) }
        if let delay = retryDelay(`case`) { return .retry(after: delay) }
        return alternative(`case`)
    }

    /// The back-off in seconds before attempt `attempt + 1`: exponential, with ±25 % jitter that depends only on the load and the attempt.
    func backOff(attempt: Int, load: LoadID) -> Double {
        var delay = policy.firstDelay
        for _ in 1..<max(1, min(attempt, 16)) where delay < policy.longestDelay { delay *= 2 }
        return min(delay, policy.longestDelay) * Self.jitter(load, attempt)
    }

    /// In 0.75...1.25.
    static func jitter(_ load: LoadID, _ attempt: Int) -> Double {
        var state = UInt64(bitPattern: Int64(load.number)) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(attempt)
        state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
        state ^= state >> 31
        return 0.75 + Double(state >> 11) / Double(UInt64(1) << 53) * 0.5
    }

    private func retryDelay(_ case: RecoveryCase) -> Double? {
        let failure = `case`.failure
        switch failure.cause {
        case .malformed:
            // A fresh copy may be intact.
            return `case`.attempt == 1 ? 0 : nil
        case .status(404), .status(410), .status(416):
            guard `case`.isAtLiveEdge, `case`.attempt < policy.edgeAttempts else { return nil }
            return 0.25 * Double(`case`.attempt)
        case .connection where failure.isUntrusted: return nil
        case .status(408), .status(425), .status(429), .status(500...599), .connection, .timeout, .truncated:
            return transientDelay(`case`)
        case .key:
            guard `case`.attempt < policy.keyAttempts else { return nil }
            return backOff(attempt: `case`.attempt, load: `case`.load)
        case .status, .redirect, .unsupported, .tooLarge, .refused, .address:
            return nil
        }
    }

    private func transientDelay(_ case: RecoveryCase) -> Double? {
        // A rendition in another language isn't an equivalent alternative, nor is a variant with a gap: they are used only when all
        // attempts are used up, not to save time.
        let hasVariant = `case`.hasVariant && !`case`.isGapInVariants
        let alternatives = `case`.hasPathway || hasVariant || (`case`.hasRendition && `case`.isRenditionEquivalent)
        let pause = backOff(attempt: `case`.attempt, load: `case`.load)
        if `case`.attempt >= policy.attempts {
            // Without an alternative, more attempts are made while the buffer lasts.
            return !alternatives && `case`.buffered > pause + 1 ? pause : nil
        }
        if let after = `case`.failure.retryAfter {
            // A server's Retry-After is respected, unless waiting would stall playback and there is an alternative.
            if after > policy.longestRetryAfter || (alternatives && after > `case`.buffered) { return nil }
            return max(after, 0)
        }
        if alternatives {
            if `case`.hostFailures >= policy.hostBudget { return nil }
            if `case`.hasPathway, `case`.pathwayFailures >= policy.pathwayBudget { return nil }
            // With an alternative available, one retry is enough when time is short.
            if `case`.attempt >= 2, `case`.buffered < 2 * policy.firstDelay { return nil }
        }
        return pause
    }

    private func alternative(_ case: RecoveryCase) -> RecoveryPlan {
        switch `case`.failure.cause {
        case .unsupported, .malformed, .tooLarge:
            if `case`.hasVariant { return .fallBack(.variant) }
            if `case`.hasPathway { return .fallBack(.pathway) }
        case .key:
            if `case`.hasVariant { return .fallBack(.variant) }
            if `case`.hasRendition { return .fallBack(.rendition) }
            return .giveUp(.key)
        default:
            // A dead host affects all its variants; another pathway keeps the quality.
            let isFailingRepeatedly = `case`.hostFailures >= 2 || `case`.pathwayFailures >= policy.pathwayBudget
            if `case`.hasPathway, isFailingRepeatedly || !`case`.hasVariant || `case`.isGapInVariants { return .fallBack(.pathway) }
            if `case`.hasVariant { return .fallBack(.variant) }
        }
        if `case`.hasRendition { return .fallBack(.rendition) }
        if `case`.resource == .segment {
            // A lost network connection says nothing about the segment: it may be available once the network is back.
            if `case`.failure.cause == .connection, !`case`.failure.isUntrusted {
                return .retry(after: backOff(attempt: `case`.attempt, load: `case`.load))
            }
            // How much is skipped with an initialization section depends on the segments that use it.
            if `case`.skips < policy.skipsInRow || `case`.failure.isInitialization { return .skip }
        }
        return waits(`case`) ?? .giveUp(code(`case`))
    }

    /// Waits for a playlist while the buffer lasts; a live playlist may recover within its own time limit.
    private func waits(_ case: RecoveryCase) -> RecoveryPlan? {
        guard `case`.resource == .mediaPlaylist, `case`.failure.cause != .unsupported else { return nil }
        let pause = backOff(attempt: `case`.attempt, load: `case`.load)
        if `case`.isAtLiveEdge, `case`.secondsWithoutSuccess < policy.liveTimeout { return .retry(after: pause) }
        return `case`.failure.cause != .malformed && `case`.buffered > pause + 1 ? .retry(after: pause) : nil
    }

    private func code(_ case: RecoveryCase) -> StreamingError.Code {
        switch `case`.failure.cause {
        case .key: .key
        case .unsupported: .unsupported
        case .malformed where `case`.resource != .segment: .playlist
        default: .unavailable
        }
    }
}
