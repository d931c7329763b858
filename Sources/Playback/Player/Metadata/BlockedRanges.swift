// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine

extension BlockedRanges {
    /// Creates the blocked ranges among an item's marked ranges.
    init(_ marked: [MarkedRange]) { self.init(marked.filter { $0.kind == .blocked }.map(\.timeRange)) }
}
