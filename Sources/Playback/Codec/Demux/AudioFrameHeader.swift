// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// The length of a coded audio frame, read from the frame's own header.
///
/// MPEG-TS gives a timestamp only to the first frame of a PES packet, and FFmpeg gives most of the others no duration until something was
/// decoded. Each of these headers states the sample rate and the number of samples.
struct AudioFrameHeader: Equatable {
    /// Samples per second, before an extension such as SBR doubles it.
    let sampleRate: Int
    /// Samples per channel.
    let sampleCount: Int

    /// The syntax of a header.
    enum Syntax {
        case adts
        case mpegAudio
        /// AC-3 and E-AC-3.
        case ac3

        /// nil for codecs whose frames don't state their length.
        init?(_ codec: AVCodecID) {
            switch codec {
            case AV_CODEC_ID_AAC: self = .adts
            case AV_CODEC_ID_MP1, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3: self = .mpegAudio
            case AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3: self = .ac3
            default: return nil
            }
        }
    }

    /// nil for bytes that are not a header.
    init?(_ syntax: Syntax, _ bytes: UnsafeRawBufferPointer) {
        let parsed =
            switch syntax {
            case .adts: Self.adts(bytes)
            case .mpegAudio: Self.mpegAudio(bytes)
            case .ac3: Self.ac3(bytes)
            }
        guard let parsed else { return nil }
        (sampleRate, sampleCount) = (parsed.rate, parsed.count)
    }

    private static let aacRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]

    /// ISO/IEC 13818-7, 6.2.
    private static func adts(_ head: UnsafeRawBufferPointer) -> (rate: Int, count: Int)? {
        guard head.count >= 7, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 else { return nil }
        let index = Int(head[2] >> 2 & 15)
        guard index < aacRates.count else { return nil }
        return (aacRates[index], 1024 * (Int(head[6] & 3) + 1))
    }

    /// ISO/IEC 11172-3, 2.4.2.3 and 13818-3; MPEG 2.5 halves the rates of MPEG-2.
    private static func mpegAudio(_ head: UnsafeRawBufferPointer) -> (rate: Int, count: Int)? {
        guard head.count >= 4, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 else { return nil }
        let version = head[1] >> 3 & 3
        let layer = head[1] >> 1 & 3
        let rateIndex = Int(head[2] >> 2 & 3)
        guard version != 1, layer != 0, rateIndex < 3 else { return nil }
        let isLowRate = version != 3
        let rate = [44_100, 48_000, 32_000][rateIndex] / (version == 3 ? 1 : version == 2 ? 2 : 4)
        let count =
            switch layer {
            case 3: 384
            case 2: 1152
            default: isLowRate ? 576 : 1152
            }
        return (rate, count)
    }

    /// ETSI TS 102 366, 5.3 and E.1.2.
    private static func ac3(_ head: UnsafeRawBufferPointer) -> (rate: Int, count: Int)? {
        guard head.count >= 6, head[0] == 0x0B, head[1] == 0x77 else { return nil }
        let rates = [48_000, 44_100, 32_000]
        let code = Int(head[4] >> 6)
        guard head[5] >> 3 > 10 else { return code < 3 ? (rates[code], 6 * 256) : nil }
        let second = Int(head[4] >> 4 & 3)
        // Half rates always have six blocks. Other frames state how many they have.
        guard code < 3 else { return second < 3 ? (rates[second] / 2, 6 * 256) : nil }
        return (rates[code], [1, 2, 3, 6][second] * 256)
    }
}
