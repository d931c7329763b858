// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// A slot next to the player for a companion ad.
public struct CompanionSlot: Hashable, Sendable {
    /// The `adSlotId` of companions made for this slot; companions without one fit any slot of their size.
    public var id: String?
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int
    /// The resource types that can be shown.
    public var kinds: Set<Kind>

    /// What a slot can show.
    public enum Kind: Hashable, Sendable { case image, iframe, html }

    public init(id: String? = nil, width: Int, height: Int, kinds: Set<Kind> = [.image]) {
        self.id = id
        self.width = width
        self.height = height
        self.kinds = kinds
    }

    func shows(_ companion: VASTCompanion) -> Bool { fits(companion) && resource(of: companion) != nil }

    func fits(_ companion: VASTCompanion) -> Bool {
        (companion.adSlotID.map { $0 == id } ?? true) && companion.width == width && companion.height == height
    }

    /// The first resource that can be shown.
    func resource(of companion: VASTCompanion) -> VASTResource? {
        companion.resources.first { resource in
            switch resource {
            case .fixed(_, let type): kinds.contains(.image) && type.map { $0.lowercased().hasPrefix("image/") } ?? true
            case .iframe: kinds.contains(.iframe)
            case .html: kinds.contains(.html)
            }
        }
    }
}

/// Assigns an ad's companions to slots.
public struct CompanionChoice: Hashable, Sendable {
    /// A companion in its slot.
    public struct Placed: Hashable, Sendable {
        /// Index of the slot.
        public var slot: Int
        /// The companion that was chosen.
        public var companion: VASTCompanion
        /// The one of its resources that the slot can show.
        public var resource: VASTResource
        /// URLs to notify when it is shown.
        public var viewTracking: [String]
    }

    /// At most one companion per slot, in the order of the slots.
    public private(set) var placed: [Placed] = []
    /// Set if required companions can't be shown: the ad must not be played, and its error URLs are notified.
    public private(set) var error: VASTErrorCode?
    /// Set if no companion is shown and one would fit but has an unsupported type: the ad is played, and its error URLs are notified.
    public private(set) var notice: VASTErrorCode?

    /// - Parameters:
    ///   - ad: with its wrappers merged.
    ///   - slots: each takes one companion of exactly its size.
    public init(_ ad: VASTAd, slots: [CompanionSlot]) {
        var free = Set(slots.indices)
        for group in ad.creatives.compactMap(\.companions) {
            // End cards are shown after the ad, not next to it.
            let companions = group.companions.filter { $0.renderingMode?.lowercased() != "end-card" }
            var shown = 0
            for companion in companions {
                let fits = free.sorted().filter { slots[$0].shows(companion) }
                guard let slot = fits.first(where: { slots[$0].id != nil && slots[$0].id == companion.adSlotID }) ?? fits.first,
                    let resource = slots[slot].resource(of: companion)
                else { continue }
                free.remove(slot)
                shown += 1
                let views = companion.tracking.filter { $0.event == "creativeView" }.map(\.url)
                placed.append(Placed(slot: slot, companion: companion, resource: resource, viewTracking: views))
            }
            let missed = companions.contains { companion in
                slots.contains { $0.fits(companion) && $0.resource(of: companion) == nil }
            }
            if shown == 0, missed { notice = .companionUnsupported }
            switch group.required?.lowercased() {
            case "all" where shown < companions.count: error = .companionRequired
            case "any" where shown == 0 && !companions.isEmpty: error = .companionRequired
            default: break
            }
        }
    }

    /// The end cards that fit, largest first.
    public static func endCards(of ad: VASTAd, width: Int, height: Int, kinds: Set<CompanionSlot.Kind> = [.image]) -> [VASTCompanion] {
        let slot = CompanionSlot(width: width, height: height, kinds: kinds)
        let cards = ad.creatives.compactMap(\.companions).flatMap(\.companions).filter {
            $0.renderingMode?.lowercased() == "end-card" && slot.resource(of: $0) != nil && $0.width ?? 0 <= width
                && $0.height ?? 0 <= height
        }
        func area(_ card: VASTCompanion) -> Int { (card.width ?? 0) * (card.height ?? 0) }
        return cards.enumerated().sorted { (area($1.element), $0.offset) < (area($0.element), $1.offset) }.map(\.element)
    }
}
