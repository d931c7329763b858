// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine

/// The cues of the items that the engine has loaded: the current one and the next.
struct CaptionFeed {
    private var shelves: [(id: ItemID, shelf: CueBuffer)] = []

    mutating func handle(_ fact: TextFact, of id: ItemID) {
        if let index = shelves.firstIndex(where: { $0.id == id }) {
            shelves[index].shelf.handle(fact)
        } else {
            var shelf = CueBuffer()
            shelf.handle(fact)
            shelves.append((id, shelf))
            if shelves.count > 3 { shelves.removeFirst() }
        }
    }

    func shelf(of id: ItemID?) -> CueBuffer { shelves.first { $0.id == id }?.shelf ?? CueBuffer() }
}
