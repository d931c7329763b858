// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Determines why a variant can't be played.
struct VariantFilter: Sendable {
    var capabilities: PlaybackCapabilities

    /// Returns nil if it can be played.
    func exclusion(of variant: Variant) -> Presentation.Exclusion? {
        if let codec = unplayableCodec(variant) { return .init(.codec, reason: "no decoder for " + codec) }
        if let range = variant.videoRange, !capabilities.videoRanges.contains(range) {
            return .init(.videoRange, reason: "no display for VIDEO-RANGE " + range)
        }
        if let level = variant.hdcpLevel, level != "NONE", !capabilities.protectionLevels.contains(level) {
            return .init(.protectionLevel, reason: "the output has no HDCP " + level)
        }
        if !variant.allowedCPC.isEmpty, !allows(variant.allowedCPC) {
            return .init(.contentProtection, reason: "ALLOWED-CPC names no protection of this player")
        }
        if !variant.requiredVideoLayout.isEmpty, !shows(variant.requiredVideoLayout) {
            return .init(.videoLayout, reason: "no display for REQ-VIDEO-LAYOUT " + variant.requiredVideoLayout.joined(separator: ","))
        }
        return nil
    }

    private func unplayableCodec(_ variant: Variant) -> String? {
        guard let playable = capabilities.codecs else { return nil }
        for text in variant.codecs where !playable.contains(Codec(text).family) {
            // A variant may describe itself for newer and older players at once; one playable description suffices.
            if variant.supplementalCodecs.contains(where: { playable.contains(Codec(Self.withoutBrands($0)).family) }) { continue }
            return text
        }
        return nil
    }

    /// Strips the brands: `dvh1.08.07` of `dvh1.08.07/db4h`.
    private static func withoutBrands(_ entry: String) -> String {
        var bytes: [UInt8] = []
        for byte in entry.utf8 {
            if byte == UInt8(ascii: "/") { break }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Each entry is `KEYFORMAT:label/label`; an entry without labels allows no configuration of its key format.
    private func allows(_ entries: [String]) -> Bool {
        for entry in entries {
            let bytes = Array(entry.utf8)
            guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")) else { continue }
            let format = String(decoding: bytes[..<colon], as: UTF8.self)
            for label in bytes[(colon + 1)...].split(separator: UInt8(ascii: "/"))
            where capabilities.contentProtection.contains(format + ":" + String(decoding: label, as: UTF8.self)) {
                return true
            }
        }
        return false
    }

    /// Whether at least one of the entries can be displayed completely.
    private func shows(_ entries: [String]) -> Bool {
        for entry in entries {
            var all = true
            for part in Array(entry.utf8).split(separator: UInt8(ascii: "/"))
            where !capabilities.videoLayouts.contains(String(decoding: part, as: UTF8.self)) { all = false }
            if all { return true }
        }
        return false
    }
}
