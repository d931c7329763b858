// SPDX-License-Identifier: Apache-2.0

/// An ad merged with its wrappers: all tracking is combined, and where they conflict the one nearest to the ad wins (VAST 4.3, 2.3.5.3).
public struct ResolvedAd: Hashable, Sendable {
    /// The merged ad.
    public var ad: VASTAd
    /// The wrappers that led to it, outermost first.
    public var wrappers: [VASTAd]
    /// The URL of the document with the ad.
    public var url: String

    /// - Parameters:
    ///   - inline: The ad itself.
    ///   - wrappers: The wrappers that led to it, outermost first.
    ///   - url: The URL of the document with the ad.
    public init(_ inline: VASTAd, wrappers: [VASTAd], url: String) {
        ad = inline
        self.wrappers = wrappers
        self.url = url
        for wrapper in wrappers.reversed() { ad.merge(wrapper) }
        ad.impressions.removeAll { $0.url == "about:blank" }
    }
}

/// How many parts of a kind are compared with all of another ad's.
private let maxCompared = 100

extension VASTAd {
    /// The ad category that a wrapper blocks; nil if none is blocked.
    func blockedCategory(by chain: [VASTAd]) -> String? {
        for blocked in chain.lazy.compactMap(\.wrapper).flatMap(\.blockedCategories).prefix(maxCompared) {
            let names = blocked.value.split { $0 == "," || $0.isWhitespace }.map(String.init)
            for category in categories.prefix(maxCompared)
            where blocked.authority == nil || category.authority == nil || category.authority == blocked.authority {
                if !category.value.isEmpty, category.value == blocked.value || names.contains(category.value) { return category.value }
            }
        }
        return nil
    }

    /// - Parameter wrapper: The next wrapper outwards.
    fileprivate mutating func merge(_ wrapper: VASTAd) {
        // The pod position is the outer response's, whatever an inner response states.
        sequence = wrapper.sequence ?? sequence
        impressions += wrapper.impressions
        errors += wrapper.errors
        verifications += wrapper.verifications
        extensions += wrapper.extensions
        if let theirs = wrapper.viewableImpression {
            var all = viewableImpression ?? VASTViewableImpression(id: theirs.id)
            all.viewable += theirs.viewable
            all.notViewable += theirs.notViewable
            all.undetermined += theirs.undetermined
            viewableImpression = all
        }
        pricing = pricing ?? wrapper.pricing
        for creative in wrapper.creatives.prefix(maxCompared) {
            if let linear = creative.linear {
                for index in creatives.indices { creatives[index].linear?.merge(linear) }
            }
            if let overlays = creative.nonLinears {
                for index in creatives.indices { creatives[index].nonLinears?.merge(overlays) }
            }
            if let companions = creative.companions { merge(companions, of: creative) }
        }
    }

    /// Adds a wrapper's companions where the ad has none of that slot; a companion without a resource adds only tracking.
    private mutating func merge(_ theirs: VASTCompanionAds, of creative: VASTCreative) {
        var added: [VASTCompanion] = []
        for companion in theirs.companions.prefix(maxCompared) {
            var isKnown = false
            for index in creatives.indices {
                guard var own = creatives[index].companions else { continue }
                for index in own.companions.indices where own.companions[index].isFor(companion) {
                    isKnown = true
                    guard companion.resources.isEmpty else { continue }
                    own.companions[index].tracking += companion.tracking
                    own.companions[index].clicks.merge(companion.clicks)
                }
                creatives[index].companions = own
            }
            if !isKnown, !companion.resources.isEmpty { added.append(companion) }
        }
        guard !added.isEmpty else { return }
        var own = VASTCreative()
        (own.id, own.adID, own.sequence, own.line) = (creative.id, creative.adID, creative.sequence, creative.line)
        own.companions = VASTCompanionAds(required: theirs.required, companions: added)
        creatives.append(own)
    }
}

extension VASTCompanion {
    /// Whether both are for the same slot.
    fileprivate func isFor(_ other: VASTCompanion) -> Bool {
        if let slot = adSlotID, let their = other.adSlotID { return slot == their }
        return width == other.width && height == other.height
    }
}

extension VASTLinear {
    fileprivate mutating func merge(_ wrapper: VASTLinear) {
        tracking += wrapper.tracking
        clicks.merge(wrapper.clicks)
        // Keeps one icon per program, the innermost.
        for icon in wrapper.icons.prefix(maxCompared) where icon.program == nil || !icons.contains(where: { $0.program == icon.program }) {
            icons.append(icon)
        }
        interactiveFiles += wrapper.interactiveFiles
    }
}

extension VASTNonLinearAds {
    fileprivate mutating func merge(_ wrapper: VASTNonLinearAds) {
        tracking += wrapper.tracking
        for index in nonLinears.indices {
            for other in wrapper.nonLinears.prefix(maxCompared) { nonLinears[index].clicks.merge(other.clicks) }
        }
    }
}

extension VASTClicks {
    fileprivate mutating func merge(_ wrapper: VASTClicks) {
        through = through ?? wrapper.through
        tracking += wrapper.tracking
        custom += wrapper.custom
    }
}
