// SPDX-License-Identifier: Apache-2.0

/// A codec of video renditions, the most efficient first: in this order, playlists list them, and players that decode several take the
/// first.
public enum VideoCodec: String, Hashable, Sendable, CaseIterable {
    case av1, hevc, h264

    /// The suffix of its renditions' names; H.264, which all players decode, has none.
    var suffix: String { self == .h264 ? "" : "-\(rawValue)" }

    /// ffmpeg's encoder.
    public var encoder: String {
        switch self {
        case .av1: "libsvtav1"
        case .hevc: "libx265"
        case .h264: "libx264"
        }
    }

    /// The share of H.264's bit rate that it needs for the same quality.
    var share: Double {
        switch self {
        case .av1: 0.6
        case .hevc: 0.7
        case .h264: 1
        }
    }

    /// The constant rate factor that gives about the quality of H.264's; each codec has its own scale.
    func quality(_ h264: Int) -> Int {
        switch self {
        case .av1: min(63, max(1, h264 + 12))
        case .hevc: min(51, max(0, h264 + 3))
        case .h264: h264
        }
    }

    /// The rate factors among which a target is searched.
    var qualities: ClosedRange<Int> { quality(16)...quality(36) }

    /// The shortest side that its encoder accepts, in pixels.
    var shortestSide: Int { self == .h264 ? 16 : 64 }

    /// SVT-AV1 numbers its presets.
    static func av1Preset(_ x264: String) -> Int {
        switch x264 {
        case "ultrafast": 12
        case "superfast": 11
        case "veryfast": 10
        case "faster": 9
        case "fast": 8
        case "medium": 7
        case "slow": 6
        case "slower": 5
        default: 4
        }
    }
}
