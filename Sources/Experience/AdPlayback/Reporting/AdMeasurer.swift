// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
public import WindowboxAds

/// Measures the ads of a player, with the vendors and the view geometry that it is given.
///
/// Without vendors, an ad's verifications are reported as not executed; without a geometry, viewability stays undetermined.
@MainActor public final class AdMeasurer {
    private let vendors: [any AdVerifier]
    private let partner: (name: String, version: String)
    private let geometry: @MainActor () -> ViewGeometry?
    private var ads: [String: MeasuredAd] = [:]

    /// - Parameters:
    ///   - vendors: receive the measurements of ads that name them.
    ///   - partner: name and version of the app, for the vendors.
    ///   - geometry: the current visibility of the video, with what covers it; nil if unknown.
    public init(
        vendors: [any AdVerifier] = [], partner: (name: String, version: String) = ("unknown", "0"),
        geometry: @escaping @MainActor () -> ViewGeometry? = { nil }
    ) {
        (self.vendors, self.partner, self.geometry) = (vendors, partner, geometry)
    }

    /// - Parameters:
    ///   - event: an event already handled by the ad's tracking.
    ///   - tracking: its state after that event.
    ///   - impression: identifies the break and the position in it.
    /// - Returns: the tracking actions to perform.
    func follow(
        _ event: AdTracking.Event, _ tracking: AdTracking, in impression: String, _ position: MeasurementContext.Position, volume: Double,
        at now: Double
    ) -> [AdTracking.Action] {
        // Ads that had ended before were already measured.
        guard ads[impression] != nil || !tracking.isOver else { return [] }
        let setting = MeasuredAd.Setting(vendors: Set(vendors.map(\.vendor)), partner: partner, position: position)
        var ad = ads[impression] ?? MeasuredAd(tracking.ad, setting)
        let actions = ad.handle(event, of: tracking, geometry: geometry(), volume: volume, at: now)
        ads[impression] = tracking.isOver ? nil : ad
        let named = Set(tracking.ad.verifications.compactMap(\.vendor))
        return actions.compactMap { action in
            switch action {
            case .measure(let event):
                for vendor in vendors where named.contains(vendor.vendor) { vendor.receive(event) }
                return nil
            case .send(let event, let url, let macros): return .send(event: event, url: url, macros: macros)
            }
        }
    }
}
