// SPDX-License-Identifier: Apache-2.0

extension Double {
    /// Whether it is a valid timeline position for an option. Clocks end after about 290 years.
    var isValidPosition: Bool { self >= 0 && self <= 1e9 }
    /// Whether it is a valid duration for an option.
    var isValidDuration: Bool { isValidPosition && self > 0 }
}
