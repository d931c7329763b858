// SPDX-License-Identifier: Apache-2.0

/// Profile, level, tier and bit depth of a codec string.
struct CodecDetail {
    var profile: Int?
    var level: Double?
    var isHighTier = false
    var bitDepth: Int?

    init(_ fields: CodecFields, _ family: Codec.Family) {
        if family == .h264 {
            readH264(fields)
        } else if family == .h265 {
            readH265(fields)
        } else if family == .av1 {
            readAV1(fields)
        } else if family == .vp9 {
            profile = fields.number(1)
            level = fields.number(2).map { Double($0) / 10 }
            bitDepth = fields.number(3)
        } else if family == .dolbyVision {
            profile = fields.number(1)
            level = fields.number(2).map { Double($0) }
        } else if family == .aac {
            profile = fields.string(1) == "40" ? fields.number(2) : nil
        }
    }

    /// Three hexadecimal bytes, or the decimal profile and level of old playlists, `avc1.66.30`.
    private mutating func readH264(_ fields: CodecFields) {
        if fields.parts.count > 2 {
            profile = fields.number(1)
            level = fields.number(2).map { Double($0) / 10 }
            return
        }
        profile = fields.number(1, radix: 16, start: 0, count: 2)
        guard let profile, let constraints = fields.number(1, radix: 16, start: 2, count: 2),
            let number = fields.number(1, radix: 16, start: 4, count: 2)
        else { return }
        // Level 1b is coded as 11 with a constraint flag in profiles that have no separate number for it.
        let isLevel1b = number == 9 || (number == 11 && constraints & 0x10 != 0 && (profile == 66 || profile == 77 || profile == 88))
        level = isLevel1b ? 1.05 : Double(number) / 10
        bitDepth = profile == 110 ? 10 : profile == 66 || profile == 77 || profile == 100 ? 8 : nil
    }

    /// `hvc1.2.4.L153.B0`: the profile may have a profile space letter before it.
    private mutating func readH265(_ fields: CodecFields) {
        profile = fields.number(1) ?? fields.number(1, start: 1)
        guard fields.parts.count > 3, let tier = fields.parts[3].first, let number = fields.number(3, start: 1) else { return }
        isHighTier = tier == UInt8(ascii: "h")
        level = Double(number) / 30
        if let profile { bitDepth = profile == 1 ? 8 : profile == 2 ? 10 : nil }
    }

    /// `av01.0.13M.10`.
    private mutating func readAV1(_ fields: CodecFields) {
        profile = fields.number(1)
        if let index = fields.number(2, start: 0, count: 2) { level = Double(20 + index / 4 * 10 + index % 4) / 10 }
        if fields.parts.count > 2, fields.parts[2].last == UInt8(ascii: "h") { isHighTier = true }
        bitDepth = fields.number(3)
    }
}
