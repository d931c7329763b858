// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@Suite struct CodecTests {
    struct Row: Sendable {
        var text: String
        var family: Codec.Family
        var kind: TrackKind?
        var profile: Int?
        var level: Double?
        var depth: Int?
        init(_ text: String, _ family: Codec.Family, _ kind: TrackKind?, _ profile: Int? = nil, _ level: Double? = nil, _ depth: Int? = nil)
        {
            self.text = text
            self.family = family
            self.kind = kind
            self.profile = profile
            self.level = level
            self.depth = depth
        }
    }

    static let rows = [
        Row("avc1.64001f", .h264, .video, 100, 3.1, 8), Row("avc1.42E01E", .h264, .video, 66, 3, 8),
        Row("avc3.4d0028", .h264, .video, 77, 4, 8),
        Row("avc1.66.30", .h264, .video, 66, 3), Row("avc1.42F00B", .h264, .video, 66, 1.05, 8), Row("avc1", .h264, .video),
        Row("hvc1.1.6.L93.B0", .h265, .video, 1, 3.1, 8), Row("hev1.2.4.H153.B0", .h265, .video, 2, 5.1, 10),
        Row("hvc1.A1.80.L90", .h265, .video, 1, 3, 8), Row("av01.0.13M.10.0.112", .av1, .video, 0, 5.1, 10),
        Row("av01.2.04H.12", .av1, .video, 2, 3, 12), Row("vp09.02.10.08", .vp9, .video, 2, 1, 8), Row("vp9", .vp9, .video),
        Row("dvh1.05.06", .dolbyVision, .video, 5, 6), Row("mp4a.40.2", .aac, .audio, 2), Row("mp4a.40.29", .aac, .audio, 29),
        Row("mp4a.40.34", .mp3, .audio), Row("mp4a.6B", .mp3, .audio), Row("mp4a.A6", .eac3, .audio), Row("ac-3", .ac3, .audio),
        Row("ec-3", .eac3, .audio), Row("opus", .opus, .audio), Row("Opus", .opus, .audio), Row("fLaC", .flac, .audio),
        Row("stpp.ttml.im1t", .ttml, .text), Row("wvtt", .webVTT, .text), Row("zzzz.1", Codec.Family("zzzz"), nil),
        Row("", Codec.Family(""), nil),
        Row("avc1.64001[", .h264, .video, 100), Row("avc1.ZZ001f", .h264, .video), Row("avc1.6*1f00", .h264, .video),
        Row("av01.0", .av1, .video, 0),
        Row("hvc1.", .h265, .video),
    ]

    @Test("A codec string yields family, profile, level and depth", arguments: rows)
    func reads(_ row: Row) {
        let codec = Codec(row.text)
        #expect(codec.family == row.family)
        #expect(codec.kind == row.kind)
        #expect(codec.profile == row.profile)
        #expect(codec.level == row.level)
        #expect(codec.bitDepth == row.depth)
    }

    @Test func `The tier is the letter before or after the level`() {
        #expect(Codec("hev1.2.4.H153.B0").isHighTier)
        #expect(!Codec("hev1.2.4.L153.B0").isHighTier)
        #expect(Codec("av01.0.13H.10").isHighTier)
    }

    @Test func `A list is split at commas, ignoring white space`() {
        #expect(Codec.list("avc1.64001f, mp4a.40.2,,  ").map(\.text) == ["avc1.64001f", "mp4a.40.2"])
    }
}
