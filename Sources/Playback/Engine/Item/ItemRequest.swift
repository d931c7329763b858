// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// What an engine was asked to play.
struct ItemRequest: Sendable {
    let id: ItemID
    let address: String
    let start: StartPosition
    let options: ItemOptions
    /// Plays as an asset in a break of another item. Users of the engine don't see it.
    let isAsset: Bool
    /// The session ID sent to interstitial servers (`_HLS_primary_id`).
    let session = String(UInt64.random(in: 0 ... .max), radix: 16)

    init(_ address: String, as id: ItemID, at start: StartPosition, options: ItemOptions = ItemOptions(), isAsset: Bool = false) {
        self.id = id
        self.address = address
        // There is no such time in any item.
        self.start = if case .time(let time) = start, !time.isFinite { .automatic } else { start }
        self.options = options
        self.isAsset = isAsset
    }
}
