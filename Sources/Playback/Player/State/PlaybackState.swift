// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine

/// What the current item is doing. Waiting for data is told apart: ``Player/isBuffering``.
public enum PlaybackState: Hashable, Sendable, CaseIterable {
    /// There is no item, or it is not known yet, or it failed.
    case idle
    /// Also while it has to wait for data.
    case playing
    case paused
    case ended
}

enum PlaybackStateRule {
    static func state(_ facts: ItemFacts?, hasFailed: Bool, shouldPlay: Bool) -> PlaybackState {
        guard let facts, facts.isReady, !hasFailed else { return .idle }
        if facts.status == .ended { return .ended }
        return shouldPlay ? .playing : .paused
    }

    /// - Parameter facts: nil while the item's asset is not known.
    static func isBuffering(_ facts: ItemFacts?, hasItem: Bool, hasFailed: Bool) -> Bool {
        guard hasItem, !hasFailed else { return false }
        guard let facts else { return true }
        switch facts.status {
        case nil, .loading: return !facts.hasPicture
        case .stalled: return true
        case .playing, .paused, .ended: return false
        }
    }
}
