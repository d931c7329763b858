// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// A keyboard command of a player page.
enum PageCommand: Hashable {
    case next, previous, togglePlayPause, toggleSound, toggleCaptions, toggleFullScreen, smallWindow, share, close
    /// Seconds; negative skips back.
    case skip(Double)

    /// - Parameters:
    ///   - direction: of the items; the arrow keys along it navigate.
    ///   - isRightToLeft: the next item is on the left.
    static func of(
        _ key: KeyboardKey, _ modifiers: KeyModifiers, direction: PlayerViewConfiguration.ScrollDirection, isRightToLeft: Bool
    ) -> PageCommand? {
        // Back, as in browsers and the system's apps.
        if modifiers == .alt, key == (isRightToLeft ? .right : .left) { return .close }
        guard modifiers.subtracting(.shift).isEmpty else { return nil }
        switch key {
        case .space, KeyboardKey("k"): return .togglePlayPause
        case .pageDown, .down, KeyboardKey("n"), KeyboardKey("j"): return .next
        case .pageUp, .up, KeyboardKey("p"): return .previous
        case .left, .right:
            let isForward = (key == .right) != isRightToLeft
            if direction == .vertical { return .skip(isForward ? 5 : -5) }
            return isForward ? .next : .previous
        case KeyboardKey("m"): return .toggleSound
        case KeyboardKey("c"): return .toggleCaptions
        case KeyboardKey("f"), .fullScreen: return .toggleFullScreen
        case KeyboardKey("i"): return .smallWindow
        case .escape: return .close
        default: return nil
        }
    }
}
