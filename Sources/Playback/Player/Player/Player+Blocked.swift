// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

extension Player {
    /// Leaves a blocked range that playing has come to: behind it, or to the end of the item when there is nothing behind.
    func passBlock() {
        guard seeks.target == nil, error == nil, let facts = engineItems.onAir?.facts, facts.hasPicture, facts.status != .ended,
            let time, let range = seekableTimeRange, let block = blocked.block(at: time)
        else { return }
        guard streamType != .onDemand || SeekRule.isOpen(block, in: range) else { return itemEnded() }
        happenings.send(.willPassBlockedRange(block))
        let seek = seek(.at(block.end), .immediate)
        Task { [weak self] in
            if await seek.result == .finished { self?.happenings.send(.didPassBlockedRange(block)) }
        }
    }
}
