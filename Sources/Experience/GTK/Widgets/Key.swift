// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A key symbol according to the user's keyboard layout.
public struct Key: Hashable, Sendable {
    let symbol: UInt32

    init(symbol: UInt32) { self.symbol = symbol }

    /// The key that types a printable character.
    public init(_ character: Unicode.Scalar) { symbol = gdk_unicode_to_keyval(character.value) }

    public static let tab = Key(symbol: UInt32(GDK_KEY_Tab))
    /// Shift+Tab.
    public static let tabBack = Key(symbol: UInt32(GDK_KEY_ISO_Left_Tab))
    public static let space = Key(symbol: UInt32(GDK_KEY_space))
    public static let left = Key(symbol: UInt32(GDK_KEY_Left))
    public static let right = Key(symbol: UInt32(GDK_KEY_Right))
    public static let up = Key(symbol: UInt32(GDK_KEY_Up))
    public static let down = Key(symbol: UInt32(GDK_KEY_Down))
    public static let pageUp = Key(symbol: UInt32(GDK_KEY_Page_Up))
    public static let pageDown = Key(symbol: UInt32(GDK_KEY_Page_Down))
    public static let home = Key(symbol: UInt32(GDK_KEY_Home))
    public static let end = Key(symbol: UInt32(GDK_KEY_End))
    public static let backspace = Key(symbol: UInt32(GDK_KEY_BackSpace))
    public static let delete = Key(symbol: UInt32(GDK_KEY_Delete))
    public static let escape = Key(symbol: UInt32(GDK_KEY_Escape))
    public static let keypadPlus = Key(symbol: UInt32(GDK_KEY_KP_Add))
    public static let keypadMinus = Key(symbol: UInt32(GDK_KEY_KP_Subtract))
    public static let mainMenu = Key(symbol: UInt32(GDK_KEY_F10))
    public static let fullScreen = Key(symbol: UInt32(GDK_KEY_F11))
}

/// Modifier keys. Shift counts only for keys that don't produce a character.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let shift = KeyModifiers(rawValue: 1)
    public static let control = KeyModifiers(rawValue: 2)
    public static let alt = KeyModifiers(rawValue: 4)

    init(gdk state: UInt32) {
        self = []
        if state & GDK_SHIFT_MASK.rawValue != 0 { insert(.shift) }
        if state & GDK_CONTROL_MASK.rawValue != 0 { insert(.control) }
        if state & (GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue) != 0 { insert(.alt) }
    }
}
