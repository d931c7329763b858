// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// The kinds of track an item has, and which of them can be played.
struct ItemKinds {
    /// What there is to play; empty until it is known.
    private(set) var playable: Set<TrackKind> = []
    /// Those of the source.
    private var found: Set<TrackKind> = []
    private(set) var undecodable: [TrackKind: CodecError] = [:]

    enum Change {
        case none
        case changed
        /// Nothing that is left can be played.
        case unplayable(CodecError)
    }

    mutating func found(_ kinds: Set<TrackKind>) -> Change {
        found = kinds
        return settle()
    }

    /// One track that can't be decoded leaves the other.
    mutating func failed(_ kind: TrackKind, _ error: CodecError) -> Change {
        undecodable[kind] = error
        return settle()
    }

    private mutating func settle() -> Change {
        // A track may fail before it is known what else there is.
        guard !found.isEmpty else { return .none }
        let kinds = found.subtracting(undecodable.keys)
        let isChanged = kinds != playable
        playable = kinds
        if kinds.isDisjoint(with: [.video, .audio]), let error = undecodable[.video] ?? undecodable[.audio] { return .unplayable(error) }
        return isChanged ? .changed : .none
    }
}
