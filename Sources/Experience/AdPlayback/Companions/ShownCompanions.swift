// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxAds
import WindowboxPlayer

/// The companions of the current ad in their slots.
struct ShownCompanions {
    static let none = ShownCompanions(placed: [])
    private let placed: [CompanionChoice.Placed]

    private init(placed: [CompanionChoice.Placed]) { self.placed = placed }

    init(_ ad: VASTAd, in slots: [CompanionSlot]) { placed = slots.isEmpty ? [] : CompanionChoice(ad, slots: slots).placed }

    var all: [AdCompanion] {
        placed.compactMap { entry in
            guard case .fixed(let url, _) = entry.resource else { return nil }
            return AdCompanion(
                slot: entry.slot, width: entry.companion.width ?? 0, height: entry.companion.height ?? 0, image: url,
                alternativeText: entry.companion.altText, isClickable: entry.companion.clicks.through != nil)
        }
    }

    /// The view-tracking events, to send once when they become visible.
    var views: [AdTracking.Action] {
        placed.flatMap { $0.viewTracking.map { .send(event: "creativeView", url: $0, macros: [:]) } }
    }

    /// - Parameter index: in ``all``.
    func click(_ index: Int) -> [AdTracking.Action] {
        let shown = placed.filter { if case .fixed = $0.resource { true } else { false } }
        guard shown.indices.contains(index) else { return [] }
        let clicks = shown[index].companion.clicks
        let tracking = clicks.tracking.map { AdTracking.Action.send(event: "companionClick", url: $0.url, macros: [:]) }
        return tracking + (clicks.through.map { [.open(url: $0.url)] } ?? [])
    }
}
