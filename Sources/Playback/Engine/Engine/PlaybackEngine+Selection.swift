// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

extension PlaybackEngine {
    /// A choice for the current or the prepared item; made before its stream is known, it holds from the first load on. Ignored
    /// for other items.
    public func select(_ selection: Selection, of id: ItemID) {
        guard let item = item(id) else { return }
        if let source = item.source {
            source.assumeIsolated { $0.select(selection) }
        } else {
            item.selections.append(selection)
        }
    }
}
