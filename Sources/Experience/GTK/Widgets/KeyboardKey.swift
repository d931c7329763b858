// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A key symbol according to the user's keyboard layout.
public struct KeyboardKey: Hashable, Sendable {
    let symbol: UInt32

    init(symbol: UInt32) { self.symbol = symbol }

    /// The key that types a printable character.
    public init(_ character: Unicode.Scalar) { symbol = gdk_unicode_to_keyval(character.value) }

    /// Tab.
    public static let tab = KeyboardKey(symbol: UInt32(GDK_KEY_Tab))
    /// Shift+Tab.
    public static let tabBack = KeyboardKey(symbol: UInt32(GDK_KEY_ISO_Left_Tab))
    /// Space bar.
    public static let space = KeyboardKey(symbol: UInt32(GDK_KEY_space))
    /// Arrow to the left.
    public static let left = KeyboardKey(symbol: UInt32(GDK_KEY_Left))
    /// Arrow to the right.
    public static let right = KeyboardKey(symbol: UInt32(GDK_KEY_Right))
    /// Arrow up.
    public static let up = KeyboardKey(symbol: UInt32(GDK_KEY_Up))
    /// Arrow down.
    public static let down = KeyboardKey(symbol: UInt32(GDK_KEY_Down))
    /// Page Up.
    public static let pageUp = KeyboardKey(symbol: UInt32(GDK_KEY_Page_Up))
    /// Page Down.
    public static let pageDown = KeyboardKey(symbol: UInt32(GDK_KEY_Page_Down))
    /// Home.
    public static let home = KeyboardKey(symbol: UInt32(GDK_KEY_Home))
    /// End.
    public static let end = KeyboardKey(symbol: UInt32(GDK_KEY_End))
    /// Backspace.
    public static let backspace = KeyboardKey(symbol: UInt32(GDK_KEY_BackSpace))
    /// Delete.
    public static let delete = KeyboardKey(symbol: UInt32(GDK_KEY_Delete))
    /// Escape.
    public static let escape = KeyboardKey(symbol: UInt32(GDK_KEY_Escape))
    /// Plus on the numeric keypad.
    public static let keypadPlus = KeyboardKey(symbol: UInt32(GDK_KEY_KP_Add))
    /// Minus on the numeric keypad.
    public static let keypadMinus = KeyboardKey(symbol: UInt32(GDK_KEY_KP_Subtract))
    /// F10, which opens the main menu.
    public static let mainMenu = KeyboardKey(symbol: UInt32(GDK_KEY_F10))
    /// F11, which changes to the full screen.
    public static let fullScreen = KeyboardKey(symbol: UInt32(GDK_KEY_F11))
}

/// Modifier keys. Shift counts only for keys that don't produce a character.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = KeyModifiers(rawValue: 1)
    /// Control.
    public static let control = KeyModifiers(rawValue: 2)
    /// Alt.
    public static let alt = KeyModifiers(rawValue: 4)

    init(gdk state: UInt32) {
        self = []
        if state & GDK_SHIFT_MASK.rawValue != 0 { insert(.shift) }
        if state & GDK_CONTROL_MASK.rawValue != 0 { insert(.control) }
        if state & (GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue) != 0 { insert(.alt) }
    }
}
