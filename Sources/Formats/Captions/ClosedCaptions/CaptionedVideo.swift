// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Extracts captions from coded video without decoding it (ATSC A/53 part 4, 6.2.3; ANSI/SCTE 128-1 8.1).
public struct CaptionedVideo: Hashable, Sendable {
    private enum Coding: Hashable, Sendable { case h264, h265, mpeg2, av1 }

    private let coding: Coding
    /// The size in bytes of the length before each NAL unit; nil for start codes (Annex B).
    private let lengthSize: Int?

    /// H.264 video: captions are in SEI messages.
    /// - Parameter lengthSize: The 1 to 4 length bytes before each NAL unit, as in MP4; nil for start codes, as in MPEG-TS.
    public static func h264(lengthSize: Int? = nil) -> CaptionedVideo { CaptionedVideo(coding: .h264, lengthSize: lengthSize) }

    /// H.265 video: captions are in prefix and suffix SEI messages.
    /// - Parameter lengthSize: The 1 to 4 length bytes before each NAL unit, as in MP4; nil for start codes, as in MPEG-TS.
    public static func h265(lengthSize: Int? = nil) -> CaptionedVideo { CaptionedVideo(coding: .h265, lengthSize: lengthSize) }

    /// MPEG-2 video: captions are in the user data after a picture header.
    public static var mpeg2: CaptionedVideo { CaptionedVideo(coding: .mpeg2, lengthSize: nil) }

    /// AV1 video: captions are in metadata OBUs. The OBUs of a frame are contiguous, as in MP4 and Matroska.
    public static var av1: CaptionedVideo { CaptionedVideo(coding: .av1, lengthSize: nil) }

    /// The triplets of an access unit in coded order, from both fields when they are coded separately. Empty if it has none.
    public func triplets(in accessUnit: [UInt8]) -> [UInt8] { accessUnit.withUnsafeBufferPointer { triplets(in: $0) } }

    /// The triplets of an access unit in borrowed memory.
    public func triplets(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var triplets: [UInt8] = []
        if coding == .mpeg2 {
            NALUnits.forEachStartCode(bytes) { unit in
                // User data; the picture header before it has start code 0.
                if unit.first == 0xB2 { ClosedCaptionUserData.append(unit.slice(from: 1), to: &triplets) }
            }
        } else if coding == .av1 {
            OpenBitstreamUnits.forEachRegisteredMessage(bytes) { ClosedCaptionUserData.append($0, to: &triplets) }
        } else if let lengthSize, (1...4).contains(lengthSize) {
            NALUnits.forEach(bytes, lengthSize: lengthSize) { read($0, into: &triplets) }
        } else {
            NALUnits.forEachStartCode(bytes) { read($0, into: &triplets) }
        }
        return triplets
    }

    private func read(_ unit: ByteText, into triplets: inout [UInt8]) {
        guard let first = unit.first else { return }
        let header: Int
        switch coding {
        case .h264:
            guard first & 0x1F == 6 else { return }
            header = 1
        case .h265:
            // Prefix and suffix SEI.
            guard first >> 1 & 0x3F == 39 || first >> 1 & 0x3F == 40 else { return }
            header = 2
        case .mpeg2, .av1: return
        }
        let payload = EmulationPrevention.removed(from: unit.slice(from: header))
        payload.withUnsafeBufferPointer {
            SupplementalInformation.forEachRegisteredMessage($0) { ClosedCaptionUserData.append($0, to: &triplets) }
        }
    }
}

/// Splits coded video into NAL units.
enum NALUnits {
    static func forEach(_ bytes: ByteText, lengthSize: Int, _ body: (ByteText) -> Void) {
        var index = 0
        while index + lengthSize <= bytes.count {
            let length = bytes.slice(index, index + lengthSize).reduce(0) { $0 << 8 | Int($1) }
            index += lengthSize
            guard length <= bytes.count - index else { return }
            body(bytes.slice(index, index + length))
            index += length
        }
    }

    /// Calls `body` for the bytes between each start code (00 00 01) and the next.
    static func forEachStartCode(_ bytes: ByteText, _ body: (ByteText) -> Void) {
        var start: Int?
        var index = 0
        while index + 2 < bytes.count {
            if bytes[index + 2] > 1 {
                index += 3
            } else if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
                if let start { body(bytes.slice(start, index)) }
                index += 3
                start = index
            } else {
                index += 1
            }
        }
        if let start { body(bytes.slice(from: start)) }
    }
}

/// The messages of an SEI NAL unit (H.264 7.3.2.3.1, H.265 7.3.5).
enum SupplementalInformation {
    /// Calls `body` with the data after the provider code of each message registered by ATSC (ITU-T T.35: country B5, provider 0031).
    static func forEachRegisteredMessage(_ payload: ByteText, _ body: (ByteText) -> Void) {
        var index = 0
        // A stop bit and zeros follow the last message.
        while index + 2 < payload.count {
            guard let type = number(payload, &index), let size = number(payload, &index), size <= payload.count - index else { return }
            let message = payload.slice(index, index + size)
            index += size
            if type == 4, let data = registeredByATSC(message) { body(data) }
        }
    }

    /// The data after the provider code; nil for messages of other providers.
    static func registeredByATSC(_ message: ByteText) -> ByteText? {
        message.count > 3 && message[0] == 0xB5 && message[1] == 0 && message[2] == 0x31 ? message.slice(from: 3) : nil
    }

    /// Reads a value coded as a run of 255s and a last byte, which are added up.
    private static func number(_ bytes: ByteText, _ index: inout Int) -> Int? {
        var value = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            value += Int(byte)
            if byte != 0xFF { return value }
        }
        return nil
    }
}

/// ATSC user data (ATSC A/53 part 4, table 6.7 to 6.10).
enum ClosedCaptionUserData {
    /// Appends the triplets of user data that starts with `GA94` and holds `cc_data`; other user data is ignored.
    static func append(_ data: ByteText, to triplets: inout [UInt8]) {
        guard data.count >= 7, data.hasPrefix("GA94"), data[4] == 3, data[5] & 0x40 != 0 else { return }
        let count = Int(data[5] & 0x1F)
        // Skips one byte of `em_data`.
        triplets.append(contentsOf: data.slice(7, 7 + min(count, (data.count - 7) / 3) * 3))
    }
}
