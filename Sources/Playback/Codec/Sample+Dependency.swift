// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

extension Sample {
    /// Whether no other sample depends on this one, so that it can be skipped if it need not be shown.
    ///
    /// According to the container or the first slice of H.264 (`nal_ref_idc`, ITU-T H.264 7.4.1); false when neither tells.
    var isDisposable: Bool {
        if packet.raw.pointee.flags & AV_PKT_FLAG_DISPOSABLE != 0 { return true }
        guard format.parameters.pointee.codec_id == AV_CODEC_ID_H264, let separation = format.unitSeparation else { return false }
        return withBytes { bytes in
            var rest = bytes[...]
            while let header = separation.nextHeader(&rest) {
                // Slices and the first partition of a slice. Other units precede them.
                if [1, 2, 5].contains(header & 0x1F) { return header & 0x60 == 0 }
            }
            return false
        }
    }
}

/// How an H.264 or H.265 sample is divided into NAL units.
enum UnitSeparation {
    /// Each unit follows its length in four bytes (ISO/IEC 14496-15 5.3.4.2).
    case length
    /// Each unit follows a start code (annex B of both).
    case startCode

    /// Returns the first byte of the next unit, and removes the unit.
    func nextHeader(_ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt8? {
        switch self {
        case .length:
            guard rest.count > 4 else { return nil }
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            defer { rest = rest.dropFirst(4 + length) }
            return rest[rest.startIndex + 4]
        case .startCode:
            var zeros = 0
            for index in rest.indices.dropLast() {
                if rest[index] == 1, zeros >= 2 {
                    defer { rest = rest[(index + 1)...] }
                    return rest[index + 1]
                }
                zeros = rest[index] == 0 ? zeros + 1 : 0
            }
            return nil
        }
    }
}

extension TrackFormat {
    /// The size in bytes of the length before each H.264 or H.265 unit; nil when start codes separate them, and for other codecs.
    public var unitLengthSize: Int? {
        guard let (configuration, offset) = unitConfiguration, configuration.first == 1, configuration.count > offset else { return nil }
        return Int(configuration[offset] & 3) + 1
    }

    /// The decoder configuration from the container, and the index in it of the length size.
    private var unitConfiguration: (UnsafeBufferPointer<UInt8>, lengthSizeAt: Int)? {
        let bytes = UnsafeBufferPointer(start: parameters.pointee.extradata, count: Int(parameters.pointee.extradata_size))
        return switch parameters.pointee.codec_id {
        case AV_CODEC_ID_H264: (bytes, 4)
        case AV_CODEC_ID_HEVC: (bytes, 21)
        default: nil
        }
    }

    /// nil for other codecs, and for length sizes that are not used in practice.
    var unitSeparation: UnitSeparation? {
        guard unitConfiguration != nil else { return nil }
        return switch unitLengthSize {
        case nil: .startCode
        case 4: .length
        default: nil
        }
    }

    /// An access unit delimiter (ITU-T H.264 7.3.2.4, H.265 7.3.2.5) as a sample: it marks the start of a picture and contains none.
    var accessUnitDelimiter: [UInt8]? {
        guard let separation = unitSeparation else { return nil }
        let unit: [UInt8] = parameters.pointee.codec_id == AV_CODEC_ID_H264 ? [0x09, 0xF0] : [0x46, 0x01, 0x50]
        return switch separation {
        case .length: [0, 0, 0, UInt8(unit.count)] + unit
        case .startCode: [0, 0, 0, 1] + unit
        }
    }
}
