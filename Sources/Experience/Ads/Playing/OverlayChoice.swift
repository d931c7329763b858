// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// The overlay of an ad to show, and its duration.
public struct OverlayChoice: Hashable, Sendable {
    /// The overlay that was chosen.
    public var overlay: VASTNonLinear
    /// The one of its resources that can be shown.
    public var resource: VASTResource
    /// In seconds, at least ``shortest``.
    public var duration: Double
    /// URLs by event name.
    public var tracking: [String: [String]]

    /// Duration in seconds if the ad doesn't specify one.
    public static let usual = 10.0
    /// The minimum duration in seconds.
    public static let shortest = 1.0

    /// - Parameters:
    ///   - ad: with its wrappers merged.
    ///   - width: of the displayed video, in pixels.
    ///   - height: of the displayed video, in pixels.
    ///   - kinds: the supported resource types.
    /// - Throws: code 501 if none fits, 503 if none is supported, 500 if there is none.
    public init(_ ad: VASTAd, width: Int, height: Int, kinds: Set<CompanionSlot.Kind> = [.image]) throws(VASTError) {
        let groups = ad.creatives.compactMap(\.nonLinears)
        let all = groups.flatMap { group in group.nonLinears.map { ($0, group.tracking) } }
        guard !all.isEmpty else { throw VASTError(.nonLinear, message: "the ad has no overlay", remedy: "add one") }
        let slot = CompanionSlot(width: width, height: height, kinds: kinds)
        let shown = all.compactMap { overlay, tracking in
            slot.resource(of: VASTCompanion(resources: overlay.resources)).map { (overlay, tracking, $0) }
        }.filter { $0.0.apiFramework == nil }
        guard !shown.isEmpty else {
            throw VASTError(.nonLinearUnsupported, message: "no overlay of the ad can be shown here", remedy: "add an image")
        }
        let fitting = shown.filter { overlay, _, _ in
            overlay.isScalable == true || (overlay.width ?? 0 <= width && overlay.height ?? 0 <= height)
        }
        func area(_ overlay: VASTNonLinear) -> Int { (overlay.width ?? 0) * (overlay.height ?? 0) }
        guard let best = fitting.max(by: { area($0.0) < area($1.0) }) else {
            throw VASTError(.nonLinearSize, message: "no overlay fits into \(width)×\(height)", remedy: "add a smaller one")
        }
        (overlay, resource) = (best.0, best.2)
        duration = max(best.0.minimumDuration ?? Self.usual, Self.shortest)
        tracking = Dictionary(grouping: best.1, by: \.event).mapValues { $0.map(\.url) }
    }
}
