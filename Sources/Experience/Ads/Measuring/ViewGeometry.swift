// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A view in front of an ad.
public struct ViewObstruction: Hashable, Sendable {
    /// Why the obstruction is friendly.
    public enum Purpose: String, Hashable, Sendable, CaseIterable { case mediaControls, closeAd, notVisible, other }

    /// In logical pixels of the window.
    public var frame: Rectangle
    /// With a purpose, it is part of the player and doesn't reduce the visible area.
    public var purpose: Purpose?
    /// At most 50 characters, for vendors.
    public var reason: String?

    /// The reason is truncated to 50 printable ASCII characters.
    public init(frame: Rectangle, purpose: Purpose? = nil, reason: String? = nil) {
        self.frame = frame
        self.purpose = purpose
        self.reason = reason.map { String(decoding: $0.utf8.filter { $0 >= 0x20 && $0 < 0x7F }.prefix(50), as: UTF8.self) }
    }
}

/// How much of an ad is visible.
public struct ViewGeometry: Hashable, Sendable {
    /// Why an ad isn't entirely visible, as named by Open Measurement.
    public enum Reason: String, Hashable, Sendable { case hidden, backgrounded, clipped, obstructed, notFound }

    /// The ad's frame in logical pixels of the window; nil if it isn't in a window.
    public var ad: Rectangle?
    /// The part of the window that is on screen.
    public var window: Rectangle
    /// What covers the ad, with frames in logical pixels of the window.
    public var obstructions: [ViewObstruction]
    /// False if the ad is transparent or covered by another page.
    public var isShown: Bool
    /// False if the application is in the background.
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

    /// Visible percentage of the ad's area, 0 to 100.
    public var percentageInView: Double {
        guard isShown, isActive, let ad, ad.area > 0, let visible = ad.intersection(window) else { return 0 }
        let covers = obstructions.filter { $0.purpose == nil }.compactMap { $0.frame.intersection(visible) }
        return max(0, min(100, 100 * (visible.area - Self.area(of: covers)) / ad.area))
    }

    /// Why it isn't completely visible.
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

    /// The area of the union of the frames.
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
