// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine

extension BlockedRanges {
    /// Those of an item's marks that block.
    init(_ marked: [MarkedRange]) { self.init(marked.filter { $0.kind == .blocked }.map(\.timeRange)) }
}
