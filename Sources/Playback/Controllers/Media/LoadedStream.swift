// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxPlayer
import WindowboxSources

/// The stream that a controller gave to its player. A value type.
struct LoadedStream {
    /// Passes later metadata to the player's item.
    let relay: RelayLoader.Relay
    /// Where to start as soon as the stream's dates are known.
    private var pendingDate: Date?

    init(_ metadata: PlayerMetadata, start: MediaPosition?) {
        relay = RelayLoader.Relay(metadata)
        if case .date(let date) = start { pendingDate = date }
    }

    /// - Parameter isSeekable: whether the stream's dates and its seekable range are known.
    /// - Returns: the date to seek to now; only returned once.
    mutating func dateToSeek(isSeekable: @autoclosure () -> Bool) -> Date? {
        guard let date = pendingDate, isSeekable() else { return nil }
        pendingDate = nil
        return date
    }
}
