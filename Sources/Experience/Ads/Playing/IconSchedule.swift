// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// Which icons of an ad show when and where, and whom to tell the first time.
public struct IconSchedule: Sendable {
    public struct Placed: Hashable, Sendable {
        /// In ``AdTracking/Event/icon(_:)``.
        public var index: Int
        public var icon: VASTIcon
        /// In pixels, from the left and the top of the video.
        public var x: Int
        public var y: Int
    }

    private let icons: [VASTIcon]
    private let width: Int
    private let height: Int
    private var seen: Set<Int> = []

    /// - Parameters:
    ///   - linear: whose icons they are.
    ///   - width: of the video as shown, in pixels.
    ///   - height: likewise.
    public init(_ linear: VASTLinear, width: Int, height: Int) {
        icons = linear.icons
        self.width = width
        self.height = height
    }

    /// - Parameters:
    ///   - position: of the ad, in seconds.
    ///   - length: of the ad, in seconds.
    /// - Returns: what shows now, and the addresses of those that show for the first time.
    public mutating func at(_ position: Double, of length: Double) -> (placed: [Placed], tell: [String]) {
        var placed: [Placed] = []
        var tell: [String] = []
        for (index, icon) in icons.enumerated() where icon.width ?? 0 <= width && icon.height ?? 0 <= height && !icon.resources.isEmpty {
            let start = icon.offset ?? 0
            guard position >= start, position < icon.duration.map({ start + $0 }) ?? max(length, start) else { continue }
            let x = Self.place(icon.xPosition, ends: ("left", "right"), room: width - (icon.width ?? 0))
            let y = Self.place(icon.yPosition, ends: ("top", "bottom"), room: height - (icon.height ?? 0))
            placed.append(Placed(index: index, icon: icon, x: x, y: y))
            if seen.insert(index).inserted { tell += icon.viewTracking }
        }
        return (placed, tell)
    }

    /// Beyond the video it is at its edge.
    private static func place(_ text: String?, ends: (String, String), room: Int) -> Int {
        let text = text?.lowercased()
        if text == ends.1 { return room }
        guard let number = text.flatMap({ Int($0.prefix { $0.isNumber }) }) else { return 0 }
        return min(max(0, number), max(0, room))
    }
}
