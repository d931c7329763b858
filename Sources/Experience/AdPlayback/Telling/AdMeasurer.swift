// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
public import WindowboxAds

/// Who measures the ads of a player, and by what they know how much of the picture can be seen.
///
/// Without vendors an ad's own are told that nobody runs them; without a geometry it stays undetermined whether an ad could be seen.
@MainActor public final class AdMeasurer {
    private let vendors: [any AdVerifier]
    private let partner: (name: String, version: String)
    private let geometry: @MainActor () -> ViewGeometry?
    private var ads: [String: MeasuredAd] = [:]

    /// - Parameters:
    ///   - vendors: they get what is measured of ads that name them.
    ///   - partner: the name and version of the app, for them.
    ///   - geometry: what can be seen of the picture now, with what lies over it; nil where that is not known.
    public init(
        vendors: [any AdVerifier] = [], partner: (name: String, version: String) = ("unknown", "0"),
        geometry: @escaping @MainActor () -> ViewGeometry? = { nil }
    ) {
        (self.vendors, self.partner, self.geometry) = (vendors, partner, geometry)
    }

    /// - Parameters:
    ///   - event: that an ad's tracking took.
    ///   - tracking: after that.
    ///   - place: names the break and the place in it.
    /// - Returns: what is to be told.
    func follow(
        _ event: AdTracking.Event, _ tracking: AdTracking, in place: String, _ position: MeasurementContext.Position, volume: Double,
        at now: Double
    ) -> [AdTracking.Action] {
        // What is over was measured.
        guard ads[place] != nil || !tracking.isOver else { return [] }
        let setting = MeasuredAd.Setting(vendors: Set(vendors.map(\.vendor)), partner: partner, position: position)
        var ad = ads[place] ?? MeasuredAd(tracking.ad, setting)
        let actions = ad.handle(event, of: tracking, geometry: geometry(), volume: volume, at: now)
        ads[place] = tracking.isOver ? nil : ad
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
