// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Something in front of an ad.
public struct ViewObstruction: Hashable, Sendable {
    /// Why it belongs there.
    public enum Purpose: String, Hashable, Sendable, CaseIterable { case mediaControls, closeAd, notVisible, other }

    /// In pixels of the window.
    public var frame: Rectangle
    /// With a purpose it is a part of the player and takes nothing away from what is seen.
    public var purpose: Purpose?
    /// In at most 50 letters, for who verifies.
    public var reason: String?

    /// The reason is cut to 50 printable characters of ASCII.
    public init(frame: Rectangle, purpose: Purpose? = nil, reason: String? = nil) {
        self.frame = frame
        self.purpose = purpose
        self.reason = reason.map { String(decoding: $0.utf8.filter { $0 >= 0x20 && $0 < 0x7F }.prefix(50), as: UTF8.self) }
    }
}

/// How much of an ad can be seen.
public struct ViewGeometry: Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable { case hidden, backgrounded, clipped, obstructed, notFound }

    /// Of the ad, in pixels of the window; nil when it is in no window.
    public var ad: Rectangle?
    /// What of the window is on the screen.
    public var window: Rectangle
    public var obstructions: [ViewObstruction]
    /// False when it is transparent, or another page covers it.
    public var isShown: Bool
    /// False when the app is behind others.
    public var isActive: Bool

    public init(
        ad: Rectangle?, window: Rectangle, obstructions: [ViewObstruction] = [], isShown: Bool = true, isActive: Bool = true
    ) {
        self.ad = ad
        self.window = window
        self.obstructions = obstructions
        self.isShown = isShown
        self.isActive = isActive
    }

    /// 0 to 100, of the ad's area.
    public var percentageInView: Double {
        guard isShown, isActive, let ad, ad.area > 0, let visible = ad.intersection(window) else { return 0 }
        let covers = obstructions.filter { $0.purpose == nil }.compactMap { $0.frame.intersection(visible) }
        return max(0, min(100, 100 * (visible.area - Self.area(of: covers)) / ad.area))
    }

    /// Why it is not seen whole.
    public var reasons: Set<Reason> {
        guard let ad else { return [.notFound] }
        var reasons: Set<Reason> = []
        if !isShown { reasons.insert(.hidden) }
        if !isActive { reasons.insert(.backgrounded) }
        let visible = ad.intersection(window)
        if (visible?.area ?? 0) < ad.area { reasons.insert(.clipped) }
        if let visible, obstructions.contains(where: { $0.purpose == nil && $0.frame.intersection(visible) != nil }) {
            reasons.insert(.obstructed)
        }
        return reasons
    }

    /// Of all together, what lies in several counted once.
    static func area(of frames: [Rectangle]) -> Double {
        let edges = Set(frames.flatMap { [$0.x, $0.x + $0.width] }).sorted()
        return zip(edges, edges.dropFirst()).reduce(0) { sum, column in
            let spans = frames.filter { $0.x <= column.0 && $0.x + $0.width >= column.1 }.map { ($0.y, $0.y + $0.height) }.sorted {
                $0 < $1
            }
            var (covered, end) = (0.0, -Double.infinity)
            for (top, bottom) in spans where bottom > end {
                covered += bottom - max(top, end)
                end = bottom
            }
            return sum + covered * (column.1 - column.0)
        }
    }
}
