// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// The kinds of tracks an item has, and which of them can be played.
struct PlayableKinds {
    /// The kinds that can be played; empty until known.
    private(set) var playable: Set<TrackKind> = []
    /// The kinds that the source has.
    private var found: Set<TrackKind> = []
    private(set) var undecodable: [TrackKind: CodecError] = [:]

    enum Change {
        case none
        case changed
        /// No remaining track can be played.
        case unplayable(CodecError)
    }

    mutating func found(_ kinds: Set<TrackKind>) -> Change {
        found = kinds
        return updatePlayable()
    }

    /// Leaves out a track that can't be decoded. The other one still plays.
    mutating func failed(_ kind: TrackKind, _ error: CodecError) -> Change {
        undecodable[kind] = error
        return updatePlayable()
    }

    private mutating func updatePlayable() -> Change {
        // A track may fail before the item's other tracks are known.
        guard !found.isEmpty else { return .none }
        let kinds = found.subtracting(undecodable.keys)
        let isChanged = kinds != playable
        playable = kinds
        if kinds.isDisjoint(with: [.video, .audio]), let error = undecodable[.video] ?? undecodable[.audio] { return .unplayable(error) }
        return isChanged ? .changed : .none
    }
}
