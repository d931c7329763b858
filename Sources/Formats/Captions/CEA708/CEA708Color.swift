// SPDX-License-Identifier: Apache-2.0

/// A CEA-708 colour: two bits each for red, green and blue, and an opacity (CTA-708-E 8.8).
struct CEA708Color: Hashable, Sendable {
    enum Opacity: UInt8, Hashable, Sendable { case solid, flash, translucent, transparent }

    /// Two bits, 0 to 3, like ``green`` and ``blue``.
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    /// Flashing is shown as solid, because flashing text is hard to read.
    var opacity: Opacity

    static let white = CEA708Color(0x3F)
    static let black = CEA708Color(0x00)
    static let clear = CEA708Color(0xC0)

    /// Reads a command's colour byte: opacity, red, green, blue.
    init(_ byte: UInt8) {
        opacity = Opacity(rawValue: byte >> 6) ?? .solid
        red = byte >> 4 & 3
        green = byte >> 2 & 3
        blue = byte & 3
    }

    /// Whether the colour is fully transparent.
    var isClear: Bool { opacity == .transparent }

    /// `#rrggbb`, with `aa` appended when not opaque.
    var css: String {
        let digits = ["00", "55", "aa", "ff"]
        let color = "#" + [red, green, blue].map { digits[Int($0)] }.joined()
        switch opacity {
        case .solid, .flash: return color
        case .translucent: return color + "80"
        case .transparent: return color + "00"
        }
    }
}
