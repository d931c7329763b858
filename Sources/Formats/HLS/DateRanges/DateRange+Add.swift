// SPDX-License-Identifier: Apache-2.0

extension DateRange {
    /// An attribute for which both state different values (RFC 8216bis 4.4.5.1); nil if there is none.
    func conflict(with other: DateRange) -> StaticString? {
        func differ<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool { left != nil && right != nil && left != right }
        if differ(classification, other.classification) { return "CLASS" }
        if differ(startDate, other.startDate) { return "START-DATE" }
        if differ(cue, other.cue) { return "CUE" }
        if differ(endDate, other.endDate) { return "END-DATE" }
        if differ(duration, other.duration) { return "DURATION" }
        if differ(plannedDuration, other.plannedDuration) { return "PLANNED-DURATION" }
        if differ(scte35Command, other.scte35Command) { return "SCTE35-CMD" }
        if differ(scte35Out, other.scte35Out) { return "SCTE35-OUT" }
        if differ(scte35In, other.scte35In) { return "SCTE35-IN" }
        if differ(interstitial?.asset, other.interstitial?.asset) { return "the interstitial's asset" }
        // Skips the quadratic comparison for unrealistically long lists.
        guard clientAttributes.count * other.clientAttributes.count <= 1024 else { return nil }
        for attribute in other.clientAttributes {
            for known in clientAttributes where known.name == attribute.name && known != attribute { return "an attribute" }
        }
        return nil
    }

    /// Takes over the attributes of another tag with the same ID; attributes it does not state are kept.
    mutating func add(_ other: DateRange) {
        classification = other.classification ?? classification
        startDate = startDate ?? other.startDate
        cue = other.cue ?? cue
        endDate = other.endDate ?? endDate
        duration = other.duration ?? duration
        plannedDuration = other.plannedDuration ?? plannedDuration
        isEndOnNext = isEndOnNext || other.isEndOnNext
        scte35Command = other.scte35Command ?? scte35Command
        scte35Out = other.scte35Out ?? scte35Out
        scte35In = other.scte35In ?? scte35In
        let hadAsset = interstitial != nil
        if var merged = other.interstitial {
            if let interstitial { merged.add(interstitial) }
            interstitial = merged
        }
        var others = other.clientAttributes
        if var whole = interstitial {
            // Attributes of a tag without an asset may belong to the interstitial.
            others.removeAll { whole.take($0) }
            if !hadAsset { clientAttributes.removeAll { whole.take($0) } }
            interstitial = whole
        }
        for attribute in others {
            if let index = clientAttributes.firstIndex(where: { $0.name == attribute.name }) {
                clientAttributes[index] = attribute
            } else if clientAttributes.count < Self.maximumAttributes {
                clientAttributes.append(attribute)
            }
        }
    }

    /// The maximum number of client attributes collected from tags with one ID, because merging is quadratic.
    private static let maximumAttributes = 256
}

extension Interstitial {
    /// Takes over what an earlier tag stated and this one does not.
    fileprivate mutating func add(_ other: Interstitial) {
        resumeOffset = resumeOffset ?? other.resumeOffset
        playoutLimit = playoutLimit ?? other.playoutLimit
        snapsOut = snapsOut || other.snapsOut
        snapsIn = snapsIn || other.snapsIn
        restrictsSkip = restrictsSkip || other.restrictsSkip
        restrictsJump = restrictsJump || other.restrictsJump
        if other.occupies == .range { occupies = .range }
        if other.style == .primary { style = .primary }
        mayVary = mayVary && other.mayVary
        skipControlOffset = skipControlOffset ?? other.skipControlOffset
        skipControlDuration = skipControlDuration ?? other.skipControlDuration
        skipControlLabelID = skipControlLabelID ?? other.skipControlLabelID
    }

    /// Takes an attribute from a tag that named no asset; returns false if it is not an interstitial attribute.
    fileprivate mutating func take(_ attribute: Attribute) -> Bool {
        let value = attribute.value
        let number = DecimalText.parse(value).flatMap { $0.magnitude < 1e9 ? $0 : nil }
        let length = number.flatMap { $0 >= 0 ? $0 : nil }
        var other = Interstitial(asset: asset)
        switch attribute.name {
        case "X-ASSET-URI", "X-ASSET-LIST": return true
        case "X-RESUME-OFFSET": other.resumeOffset = number
        case "X-PLAYOUT-LIMIT": other.playoutLimit = length
        case "X-SNAP":
            other.snapsOut = Self.names("OUT", in: value)
            other.snapsIn = Self.names("IN", in: value)
        case "X-RESTRICT":
            other.restrictsSkip = Self.names("SKIP", in: value)
            other.restrictsJump = Self.names("JUMP", in: value)
        case "X-TIMELINE-OCCUPIES": other.occupies = value == "RANGE" ? .range : .point
        case "X-TIMELINE-STYLE": other.style = value == "PRIMARY" ? .primary : .highlight
        case "X-CONTENT-MAY-VARY": other.mayVary = value != "NO"
        case "X-SKIP-CONTROL-OFFSET": other.skipControlOffset = length
        case "X-SKIP-CONTROL-DURATION": other.skipControlDuration = length
        case "X-SKIP-CONTROL-LABEL-ID": other.skipControlLabelID = value
        default: return false
        }
        add(other)
        return true
    }

    private static func names(_ word: String, in list: String) -> Bool {
        for item in list.utf8.split(separator: UInt8(ascii: ",")) {
            let trimmed = item.drop { $0 == 0x20 || $0 == 0x09 }
            if trimmed.elementsEqual(word.utf8) { return true }
        }
        return false
    }
}
