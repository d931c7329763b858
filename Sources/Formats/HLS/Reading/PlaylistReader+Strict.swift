// SPDX-License-Identifier: Apache-2.0

internal import WindowboxMedia

/// Checks of the strict mode, which do not matter to players.
extension PlaylistReader {
    /// Checks that names consist of capitals, digits and hyphens, and that only quoted strings contain blanks (RFC 8216bis 4.2).
    mutating func checkForm(of list: ByteText, _ column: Int) {
        for entry in attributes.entries where entry.name.contains(where: { !$0.isDigit && $0 != UInt8(ascii: "-") && !(0x41...0x5A ~= $0) })
        {
            deviation(.attribute, column, "\(entry.name.string) is not an attribute name", "write capitals, digits and hyphens")
        }
        var isQuoted = false
        for (index, byte) in list.enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte.isBlank, !isQuoted {
                return deviation(.attribute, column + index, "white space between attributes", "remove it")
            }
        }
    }

    /// Checks for control characters (RFC 8216bis 4.1). Tabs separate the identifiers of removed date ranges.
    mutating func checkCharacters(of line: ByteText) {
        for (index, byte) in line.enumerated() {
            let isSecond = byte == 0xC2 && index + 1 < line.count && (0x80...0x9F).contains(line[index + 1])
            guard isSecond || byte == 0x7F || byte < 0x20 && byte != 0x09 else { continue }
            return deviation(.encoding, index, "a control character", "remove it")
        }
    }

    mutating func checkParts() {
        guard let target = media.partTarget else { return }
        // Both values may have been rounded.
        let isLong = { (part: PartialSegment) in part.duration > target + 0.001 }
        if media.upcoming?.parts.contains(where: isLong) == true || media.segments.contains(where: { $0.parts.contains(where: isLong) }) {
            deviation(.consistency, 0, "a part lasts longer than the part target", "raise PART-TARGET")
        }
    }

    /// Checks that ranges that end where the next of their class starts do not overlap (RFC 8216bis 4.4.5.1).
    mutating func checkClasses() {
        var open: Set<String> = []
        for range in media.dateRanges where range.isEndOnNext { if let name = range.classification { open.insert(name) } }
        guard !open.isEmpty else { return }
        /// The end of the last range of each class.
        var ends: [String: Double] = [:]
        for range in media.dateRanges.sorted(by: { ($0.startDate ?? 0) < ($1.startDate ?? 0) }) {
            guard let name = range.classification, open.contains(name), let start = range.startDate else { continue }
            if let end = ends[name], start < end {
                deviation(.consistency, 0, "date ranges of the class \(name) overlap", "end one before the next")
                open.remove(name)
            }
            ends[name] = range.endDate ?? range.duration.map { start + $0 } ?? start
        }
    }

    mutating func checkRenditions() {
        var names: Set<String> = []
        var defaults: Set<String> = []
        for rendition in multivariant.renditions {
            let group = "\(rendition.kind.rawValue)\t\(rendition.groupID)"
            if !names.insert("\(group)\t\(rendition.name)").inserted {
                deviation(.consistency, 0, "two renditions of group \(rendition.groupID) are named \(rendition.name)", "rename one")
            }
            if rendition.isDefault, !defaults.insert(group).inserted {
                deviation(.consistency, 0, "group \(rendition.groupID) has two defaults", "keep one")
            }
            checkIdentifier(rendition.stableID, "STABLE-RENDITION-ID", allowed: "+/=.-_")
        }
    }

    mutating func checkVariants() {
        let withoutCaptions = multivariant.variants.filter { if case .some(.none) = $0.closedCaptions { true } else { false } }.count
        if withoutCaptions != 0, withoutCaptions != multivariant.variants.count {
            deviation(.consistency, 0, "some variants state CLOSED-CAPTIONS=NONE and some do not", "state it for all or none")
        }
        for variant in multivariant.variants + multivariant.iFrameVariants {
            checkIdentifier(variant.stableID, "STABLE-VARIANT-ID", allowed: "+/=.-_")
            checkIdentifier(variant.pathwayID, "PATHWAY-ID", allowed: ".-_")
        }
    }

    mutating func checkSessions() {
        var data: Set<String> = []
        for item in multivariant.sessionData where !data.insert("\(item.id)\t\(item.language ?? "")").inserted {
            deviation(.consistency, 0, "the session data \(item.id) is duplicated in one language", "keep one of them")
        }
        var keys: Set<Key> = []
        for key in multivariant.sessionKeys where !keys.insert(key).inserted {
            deviation(.consistency, 0, "a session key is duplicated", "keep one of them")
        }
    }

    /// Checks that an identifier consists of letters, digits and `allowed` characters.
    private mutating func checkIdentifier(_ id: String?, _ attribute: StaticString, allowed: StaticString) {
        guard let id else { return }
        let isAllowed = id.utf8.allSatisfy { byte in
            byte.isDigit || (0x61...0x7A).contains(byte | 0x20) || allowed.text.utf8.contains(byte)
        }
        if !isAllowed { deviation(.attribute, 0, "\(attribute.text) contains invalid characters: \(id)", "replace them") }
    }
}
