// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// The source of an item's samples.
struct ItemFeed {
    /// nil until the item's URL has been opened.
    private(set) var source: (any ItemSource)?
    /// What can be done with the item, as last reported.
    private(set) var abilities = PlaybackAbilities()
    private var opening: Task<Void, Never>?
    /// Selections made before there was a source.
    private var selections: [Selection] = []

    mutating func opens(_ task: Task<Void, Never>) { opening = task }

    mutating func select(_ selection: Selection) {
        guard let source else { return selections.append(selection) }
        source.assumeIsolated { $0.select(selection) }
    }

    /// Starts a source, and applies everything that was requested before it existed.
    mutating func attach(_ source: any ItemSource, at position: StartPosition, limits: QualityLimits?, blocked: BlockedRanges) {
        self.source = source
        let selections = selections
        self.selections = []
        source.assumeIsolated { source in
            if let limits { source.limit(limits) }
            for selection in selections { source.select(selection) }
            if !blocked.isEmpty { source.block(blocked) }
            source.start(at: position)
        }
    }

    /// - Returns: what can be done with the item; nil when that has been reported before.
    /// - Parameter hasPictures: the item has video and a seekable span.
    mutating func changedAbilities(hasPictures: Bool) -> PlaybackAbilities? {
        guard let source else { return nil }
        let (forward, back) = source.assumeIsolated { ($0.canTrick(at: 8), $0.canTrick(at: -1)) }
        let known = PlaybackAbilities(canStep: hasPictures, canFastForward: hasPictures && forward, canReverse: hasPictures && back)
        guard known != abilities else { return nil }
        abilities = known
        return known
    }

    func stop() {
        opening?.cancel()
        if let source { Task { await source.stop() } }
    }
}
