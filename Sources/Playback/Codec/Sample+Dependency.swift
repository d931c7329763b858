// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

extension Sample {
    /// No other sample needs this one to be decoded: it can be left out when it is not to be shown itself.
    ///
    /// As the container says, or the first slice of H.264 (`nal_ref_idc`, ITU-T H.264 7.4.1); false where neither tells.
    var isDisposable: Bool {
        if packet.raw.pointee.flags & AV_PKT_FLAG_DISPOSABLE != 0 { return true }
        guard format.parameters.pointee.codec_id == AV_CODEC_ID_H264, let separation = format.unitSeparation else { return false }
        return withBytes { bytes in
            var rest = bytes[...]
            while let header = separation.nextHeader(&rest) {
                // Slices and the first partition of a slice; what else there is comes before them.
                if [1, 2, 5].contains(header & 0x1F) { return header & 0x60 == 0 }
            }
            return false
        }
    }
}

/// How a sample of H.264 or H.265 is divided into units.
enum UnitSeparation {
    /// Each follows its length in four bytes (ISO/IEC 14496-15 5.3.4.2).
    case length
    /// Each follows a start code (annex B of both).
    case startCode

    /// The first byte of the next unit, which is taken off.
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
    /// Bytes of the length before each unit of H.264 and H.265; nil where start codes part them, and for other codecs.
    public var unitLengthSize: Int? {
        guard let (configuration, place) = unitConfiguration, configuration.first == 1, configuration.count > place else { return nil }
        return Int(configuration[place] & 3) + 1
    }

    /// What a container says before the first sample, and where the size of lengths stands in it.
    private var unitConfiguration: (UnsafeBufferPointer<UInt8>, lengthSizeAt: Int)? {
        let bytes = UnsafeBufferPointer(start: parameters.pointee.extradata, count: Int(parameters.pointee.extradata_size))
        return switch parameters.pointee.codec_id {
        case AV_CODEC_ID_H264: (bytes, 4)
        case AV_CODEC_ID_HEVC: (bytes, 21)
        default: nil
        }
    }

    /// nil for other codecs, and for lengths of fewer bytes than anybody uses.
    var unitSeparation: UnitSeparation? {
        guard unitConfiguration != nil else { return nil }
        return switch unitLengthSize {
        case nil: .startCode
        case 4: .length
        default: nil
        }
    }

    /// A unit that tells where a picture begins and has none itself (ITU-T H.264 7.3.2.4, H.265 7.3.2.5), as a sample.
    var accessUnitDelimiter: [UInt8]? {
        guard let separation = unitSeparation else { return nil }
        let unit: [UInt8] = parameters.pointee.codec_id == AV_CODEC_ID_H264 ? [0x09, 0xF0] : [0x46, 0x01, 0x50]
        return switch separation {
        case .length: [0, 0, 0, UInt8(unit.count)] + unit
        case .startCode: [0, 0, 0, 1] + unit
        }
    }
}
