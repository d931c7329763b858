// SPDX-License-Identifier: Apache-2.0

extension Double {
    /// Whether it is a valid timeline position in seconds for an option. The limit is far below the range of clocks, about 290 years.
    var isValidPosition: Bool { self >= 0 && self <= 1e9 }
    /// Whether it is a valid duration in seconds for an option.
    var isValidDuration: Bool { isValidPosition && self > 0 }
}
