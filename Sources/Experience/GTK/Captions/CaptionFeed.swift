// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxEngine

/// The cues of the items that the engine has loaded: the current one and the next.
struct CaptionFeed {
    private var buffers: [(id: ItemID, buffer: CueBuffer)] = []

    mutating func handle(_ fact: TextFact, of id: ItemID) {
        if let index = buffers.firstIndex(where: { $0.id == id }) {
            buffers[index].buffer.handle(fact)
        } else {
            var buffer = CueBuffer()
            buffer.handle(fact)
            buffers.append((id, buffer))
            if buffers.count > 3 { buffers.removeFirst() }
        }
    }

    func buffer(of id: ItemID?) -> CueBuffer { buffers.first { $0.id == id }?.buffer ?? CueBuffer() }
}
