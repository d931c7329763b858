// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A sequence parameter set (ITU-T H.264, 7.3.2.1.1 and E.1.1), as far as a sample entry needs it.
struct H264Parameters: Hashable, Sendable {
    var profile: UInt8
    var constraints: UInt8
    var level: UInt8
    var chroma: UInt32 = 1
    var lumaDepth: UInt32 = 8
    var chromaDepth: UInt32 = 8
    /// Pixels.
    var width = 0
    var height = 0
    /// The shape of a pixel.
    var aspect = (width: 1, height: 1)

    static func == (left: H264Parameters, right: H264Parameters) -> Bool {
        left.profile == right.profile && left.constraints == right.constraints && left.level == right.level && left.width == right.width
            && left.height == right.height
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(profile)
        hasher.combine(level)
        hasher.combine(width)
        hasher.combine(height)
    }

    /// `avc1.PPCCLL`.
    var codec: String {
        "avc1." + hexadecimal(UInt32(profile) << 16 | UInt32(constraints) << 8 | UInt32(level), digits: 6)
    }

    private static let withChroma: [UInt8] = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    /// - Parameter unit: a NAL unit of type 7. nil if it ends early or describes no picture.
    init?(_ unit: [UInt8]) {
        let plain = EmulationPrevention.removed(from: unit)
        guard plain.count >= 4 else { return nil }
        (profile, constraints, level) = (plain[1], plain[2], plain[3])
        var bits = ExpGolombReader(plain, from: 4)
        guard bits.unsigned() != nil else { return nil }
        if Self.withChroma.contains(profile) { guard readChroma(&bits) else { return nil } }
        guard bits.unsigned() != nil, let order = bits.unsigned() else { return nil }
        if order == 0 {
            guard bits.unsigned() != nil else { return nil }
        } else if order == 1 {
            guard bits.flag() != nil, bits.signed() != nil, bits.signed() != nil, let count = bits.unsigned(), count < 256 else {
                return nil
            }
            for _ in 0..<count { guard bits.signed() != nil else { return nil } }
        }
        guard bits.unsigned() != nil, bits.flag() != nil, let across = bits.unsigned(), let down = bits.unsigned(), across < 4096,
            down < 4096, let framesOnly = bits.flag()
        else { return nil }
        if !framesOnly { guard bits.flag() != nil else { return nil } }
        guard bits.flag() != nil, let isCropped = bits.flag() else { return nil }
        width = (Int(across) + 1) * 16
        height = (Int(down) + 1) * 16 * (framesOnly ? 1 : 2)
        if isCropped { guard crop(&bits, framesOnly: framesOnly) else { return nil } }
        guard width > 0, height > 0 else { return nil }
        if bits.flag() == true { readAspect(&bits) }
    }

    private mutating func readChroma(_ bits: inout ExpGolombReader) -> Bool {
        guard let chroma = bits.unsigned(), chroma < 4 else { return false }
        self.chroma = chroma
        if chroma == 3 { guard bits.flag() != nil else { return false } }
        guard let luma = bits.unsigned(), let other = bits.unsigned(), luma < 7, other < 7, bits.flag() != nil,
            let hasMatrix = bits.flag()
        else { return false }
        (lumaDepth, chromaDepth) = (luma + 8, other + 8)
        guard hasMatrix else { return true }
        for index in 0..<(chroma == 3 ? 12 : 8) {
            guard let isPresent = bits.flag() else { return false }
            if isPresent { guard Self.skipScalingList(&bits, count: index < 6 ? 16 : 64) else { return false } }
        }
        return true
    }

    private static func skipScalingList(_ bits: inout ExpGolombReader, count: Int) -> Bool {
        var (last, next) = (Int32(8), Int32(8))
        for _ in 0..<count {
            if next != 0 {
                guard let delta = bits.signed() else { return false }
                next = (last &+ delta &+ 256) & 255
            }
            if next != 0 { last = next }
        }
        return true
    }

    private mutating func crop(_ bits: inout ExpGolombReader, framesOnly: Bool) -> Bool {
        guard let left = bits.unsigned(), let right = bits.unsigned(), let top = bits.unsigned(), let bottom = bits.unsigned(),
            left < 65536, right < 65536, top < 65536, bottom < 65536
        else { return false }
        let across = chroma == 1 || chroma == 2 ? 2 : 1
        let down = (chroma == 1 ? 2 : 1) * (framesOnly ? 1 : 2)
        width -= Int(left + right) * across
        height -= Int(top + bottom) * down
        return true
    }

    /// Table E-1.
    private static let shapes = [
        (1, 1), (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11), (15, 11), (64, 33),
        (160, 99), (4, 3), (3, 2), (2, 1),
    ]

    private mutating func readAspect(_ bits: inout ExpGolombReader) {
        guard bits.flag() == true, let index = bits.bits(8) else { return }
        if index == 255 {
            guard let across = bits.bits(16), let down = bits.bits(16), across > 0, down > 0 else { return }
            aspect = (Int(across), Int(down))
        } else if Int(index) < Self.shapes.count {
            aspect = Self.shapes[Int(index)]
        }
    }
}
