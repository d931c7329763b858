// SPDX-License-Identifier: Apache-2.0

extension VASTAd {
    /// Expands the macros that the ad itself determines in all its tracking URLs: universal ad IDs, serving ID, pod sequence and ad
    /// type. The other macros are kept until the URL is requested.
    public func fillingOwnMacros() -> VASTAd {
        var values = AdMacroValues()
        values["ADSERVINGID"] = servingID.map { .text($0) }
        values["PODSEQUENCE"] = sequence.map { .number($0) }
        values["ADTYPE"] = adType.map { .text($0) }
        let shown = creatives.first { $0.linear != nil } ?? creatives.first
        let names = (shown?.universalAdIDs ?? []).map { "\($0.registry ?? "unknown") \($0.value)" }
        values["UNIVERSALADID"] = names.isEmpty ? nil : .list(names)
        guard !values.values.isEmpty else { return self }
        var ad = self
        ad.changeAddresses { values.fillKnown($0) }
        return ad
    }

    /// Applies a change to all tracking and click URLs of the ad.
    private mutating func changeAddresses(_ change: (String) -> String) {
        impressions.changeAddresses(change)
        errors = errors.map(change)
        if var viewable = viewableImpression {
            viewable.viewable = viewable.viewable.map(change)
            viewable.notViewable = viewable.notViewable.map(change)
            viewable.undetermined = viewable.undetermined.map(change)
            viewableImpression = viewable
        }
        for index in verifications.indices { verifications[index].tracking.changeAddresses(change) }
        for index in creatives.indices { creatives[index].changeAddresses(change) }
    }
}

extension VASTCreative {
    fileprivate mutating func changeAddresses(_ change: (String) -> String) {
        if var own = linear {
            own.tracking.changeAddresses(change)
            own.clicks.changeAddresses(change)
            for index in own.icons.indices {
                own.icons[index].viewTracking = own.icons[index].viewTracking.map(change)
                own.icons[index].clicks.changeAddresses(change)
            }
            linear = own
        }
        if var own = nonLinears {
            own.tracking.changeAddresses(change)
            for index in own.nonLinears.indices { own.nonLinears[index].clicks.changeAddresses(change) }
            nonLinears = own
        }
        if var own = companions {
            for index in own.companions.indices {
                own.companions[index].tracking.changeAddresses(change)
                own.companions[index].clicks.changeAddresses(change)
            }
            companions = own
        }
    }
}

extension VASTClicks {
    fileprivate mutating func changeAddresses(_ change: (String) -> String) {
        if let url = through?.url { through?.url = change(url) }
        tracking.changeAddresses(change)
        custom.changeAddresses(change)
    }
}

extension [VASTLink] {
    fileprivate mutating func changeAddresses(_ change: (String) -> String) {
        for index in indices { self[index].url = change(self[index].url) }
    }
}

extension [VASTTracking] {
    fileprivate mutating func changeAddresses(_ change: (String) -> String) {
        for index in indices { self[index].url = change(self[index].url) }
    }
}
