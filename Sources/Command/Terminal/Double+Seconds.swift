// SPDX-License-Identifier: Apache-2.0

extension Double {
    /// Whether it is a place on a timeline as somebody may ask for it: clocks end after some 290 years.
    var isPlace: Bool { self >= 0 && self <= 1e9 }
    /// Whether it is a length of time as somebody may ask for it.
    var isLength: Bool { isPlace && self > 0 }
}
