// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A key symbol according to the user's keyboard layout.
public struct KeyboardKey: Hashable, Sendable {
    let symbol: UInt32

    init(symbol: UInt32) { self.symbol = symbol }

    /// The key that types a printable character.
    public init(_ character: Unicode.Scalar) { symbol = gdk_unicode_to_keyval(character.value) }

    public static let tab = KeyboardKey(symbol: UInt32(GDK_KEY_Tab))
    /// Shift+Tab.
    public static let tabBack = KeyboardKey(symbol: UInt32(GDK_KEY_ISO_Left_Tab))
    public static let space = KeyboardKey(symbol: UInt32(GDK_KEY_space))
    public static let left = KeyboardKey(symbol: UInt32(GDK_KEY_Left))
    public static let right = KeyboardKey(symbol: UInt32(GDK_KEY_Right))
    public static let up = KeyboardKey(symbol: UInt32(GDK_KEY_Up))
    public static let down = KeyboardKey(symbol: UInt32(GDK_KEY_Down))
    public static let pageUp = KeyboardKey(symbol: UInt32(GDK_KEY_Page_Up))
    public static let pageDown = KeyboardKey(symbol: UInt32(GDK_KEY_Page_Down))
    public static let home = KeyboardKey(symbol: UInt32(GDK_KEY_Home))
    public static let end = KeyboardKey(symbol: UInt32(GDK_KEY_End))
    public static let backspace = KeyboardKey(symbol: UInt32(GDK_KEY_BackSpace))
    public static let delete = KeyboardKey(symbol: UInt32(GDK_KEY_Delete))
    public static let escape = KeyboardKey(symbol: UInt32(GDK_KEY_Escape))
    public static let keypadPlus = KeyboardKey(symbol: UInt32(GDK_KEY_KP_Add))
    public static let keypadMinus = KeyboardKey(symbol: UInt32(GDK_KEY_KP_Subtract))
    public static let mainMenu = KeyboardKey(symbol: UInt32(GDK_KEY_F10))
    public static let fullScreen = KeyboardKey(symbol: UInt32(GDK_KEY_F11))
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
