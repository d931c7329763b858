// SPDX-License-Identifier: Apache-2.0

extension StyleSheet {
    /// A caption size that an application offers.
    public struct PresetSize: Hashable, Sendable {
        /// A stable identifier for settings.
        public let name: String
        /// The factor applied to the default size.
        public let factor: Double
        /// The shadow offset in pixels.
        public let shadow: Double

        /// 1.3 times the usual size.
        public static var tiny: PresetSize { PresetSize(name: "tiny", factor: 1.3, shadow: 1) }
        /// 1.5 times the usual size.
        public static var medium: PresetSize { PresetSize(name: "medium", factor: 1.5, shadow: 1) }
        /// Twice the usual size.
        public static var large: PresetSize { PresetSize(name: "large", factor: 2, shadow: 1.2) }
        /// 3.5 times the usual size.
        public static var huge: PresetSize { PresetSize(name: "huge", factor: 3.5, shadow: 1.5) }
        /// From smallest to largest, in the order of a settings key that counts from 0.
        public static var all: [PresetSize] { [.tiny, .medium, .large, .huge] }
    }

    /// An application style sheet with that size and colour: centred, bold, with a black shadow on all four sides.
    ///
    /// - Parameters:
    ///   - size: One of ``PresetSize/all``.
    ///   - color: A CSS colour.
    public static func preset(_ size: PresetSize, color: String = "white") -> StyleSheet {
        let shadow = [(1.0, 1.0), (-1, 1), (1, -1), (-1, -1)].map { x, y in
            "\(number(x * size.shadow))px \(number(y * size.shadow))px 0 black"
        }
        return StyleSheet(
            "::cue { font-size: \(number(size.factor))em; color: \(color); font-weight: bold; text-align: center; "
                + "background-color: transparent; text-shadow: \(shadow.joined(separator: ", ")) }")
    }

    private static func number(_ value: Double) -> String { value == value.rounded() ? String(Int(value)) : String(value) }
}
