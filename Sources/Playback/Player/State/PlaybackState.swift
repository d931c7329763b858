// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine

/// The playback state of the current item. Waiting for data is separate: ``Player/isBuffering``.
public enum PlaybackState: Hashable, Sendable, CaseIterable {
    /// There is no item, it isn't loaded yet, or it failed.
    case idle
    /// Also while waiting for data.
    case playing
    /// Loaded, and playback isn't requested.
    case paused
    /// The current item stays at its end, because of ``Player/actionAtItemEnd``.
    case ended
}

enum PlaybackStateRule {
    static func state(_ facts: ItemFacts?, hasFailed: Bool, shouldPlay: Bool) -> PlaybackState {
        guard let facts, facts.isReady, !hasFailed else { return .idle }
        if facts.status == .ended { return .ended }
        return shouldPlay ? .playing : .paused
    }

    /// - Parameter facts: nil until the item's asset is known.
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
