// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxEngine

/// How the viewer shifted and stretched the captions of one item. A value.
struct CaptionAdjustment: Equatable {
    /// nil until there is an item.
    private(set) var item: ItemID?
    /// Seconds by which captions come later; negative for earlier.
    var delay = 0.0
    /// Seconds of playing for each second of a subtitle file.
    var scale = 1.0

    init(item: ItemID? = nil) { self.item = item }

    /// - Parameter isFile: whether the captions come from a subtitle file. Captions of the stream follow its clock and are never stretched.
    func timing(isFile: Bool) -> CaptionTiming { CaptionTiming(delay: delay, scale: isFile ? scale : 1) }

    /// Pairs of frame rates: the one that a subtitle file was made for, and the one of the media.
    static let scales: [(title: String, scale: Double)] = [
        (translated("Original", context: "frame rate"), 1), (rates("25", "23.976"), 25 * 1.001 / 24), (rates("25", "24"), 25.0 / 24),
        (rates("24", "25"), 24.0 / 25), (rates("23.976", "25"), 24 / 1.001 / 25),
        (rates("24", "23.976"), 1.001), (rates("23.976", "24"), 1 / 1.001),
    ]

    private static func rates(_ made: String, _ played: String) -> String {
        translated(
            "Made for {made}, Played at {played}", ["made": InterfaceLanguage.number(made), "played": InterfaceLanguage.number(played)])
    }

    var scaleChoices: Choices { Choices(Self.scales.map(\.title), selection: Self.scales.firstIndex { $0.scale == scale }) }
}
