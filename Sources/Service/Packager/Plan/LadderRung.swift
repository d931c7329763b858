// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One video rendition.
public struct LadderRung: Hashable, Sendable {
    /// The short side, such as `720p`, and the codec unless it is H.264: `720p-hevc`.
    public var name: String
    public var codec: VideoCodec
    /// In pixels; even.
    public var width: Int
    public var height: Int
    /// The peak bit rate in bit/s, which is only exceeded briefly.
    public var peakBitrate: Int
    /// The H.264 level times ten.
    public var level: Int

    public init(width: Int, height: Int, frameRate: FrameRate, codec: VideoCodec = .h264) {
        name = "\(min(width, height))p\(codec.suffix)"
        self.codec = codec
        self.width = width
        self.height = height
        peakBitrate = Int(Double(Self.bitrate(pixels: width * height, frameRate: frameRate.value)) * codec.share)
        level = Self.level(width: width, height: height, frameRate: frameRate.value)
    }

    /// RFC 6381: High profile without constraints; of other codecs only the family, because the encoder chooses the rest.
    public var codecs: String {
        switch codec {
        case .h264: "avc1.6400" + String(format: "%02x", level)
        case .hevc: "hvc1"
        case .av1: "av01"
        }
    }

    /// Bit rates grow less than proportionally with pixels and frame rate: 2.8 Mbit/s at 1280x720 and 30 Hz.
    static func bitrate(pixels: Int, frameRate: Double) -> Int {
        let rate = 2_800_000 * pow(Double(pixels) / 921_600, 0.75) * pow(min(max(frameRate, 10), 60) / 30, 0.6)
        return max(150_000, Int((rate / 50_000).rounded()) * 50_000)
    }

    /// The lowest level that allows this frame size and macroblock rate (ITU-T H.264, table A-1).
    static func level(width: Int, height: Int, frameRate: Double) -> Int {
        let blocks = (width + 15) / 16 * ((height + 15) / 16)
        let rate = Double(blocks) * frameRate
        let levels: [(level: Int, rate: Double, blocks: Int)] = [
            (30, 40_500, 1620), (31, 108_000, 3600), (32, 216_000, 5120), (40, 245_760, 8192), (42, 522_240, 8704), (50, 589_824, 22_080),
            (51, 983_040, 36_864),
        ]
        return levels.first { rate <= $0.rate && blocks <= $0.blocks }?.level ?? 52
    }
}
