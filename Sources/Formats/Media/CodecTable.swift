// SPDX-License-Identifier: Apache-2.0

/// Maps a codec string's first part, and for MPEG-4 audio its object type, to a family.
enum CodecTable {
    static func classification(of fields: CodecFields) -> (family: Codec.Family, kind: TrackKind?) {
        switch fields.name {
        case "avc1", "avc2", "avc3", "avc4": return (.h264, .video)
        case "hvc1", "hev1": return (.h265, .video)
        case "vvc1", "vvi1": return (.h266, .video)
        case "dvh1", "dvhe", "dva1", "dvav", "dav1": return (.dolbyVision, .video)
        case "av01": return (.av1, .video)
        case "vp8", "vp08": return (.vp8, .video)
        case "vp9", "vp09": return (.vp9, .video)
        case "ac-3": return (.ac3, .audio)
        case "ec-3": return (.eac3, .audio)
        case "ac-4": return (.ac4, .audio)
        case "dtsc", "dtse", "dtsh", "dtsl", "dtsx": return (.dts, .audio)
        case "alac": return (.alac, .audio)
        case "flac": return (.flac, .audio)
        case "opus": return (.opus, .audio)
        case "vorbis": return (.vorbis, .audio)
        case "mp3": return (.mp3, .audio)
        case "wvtt": return (.webVTT, .text)
        case "stpp": return (.ttml, .text)
        case "mp4a": return (audio(fields), .audio)
        default: return (Codec.Family(fields.name), nil)
        }
    }

    /// Maps object type indications of MPEG-4 systems, in hexadecimal.
    private static func audio(_ fields: CodecFields) -> Codec.Family {
        switch fields.string(1) {
        case "40": fields.number(2) == 34 ? .mp3 : .aac
        case "66", "67", "68": .aac
        case "69", "6b": .mp3
        case "a5": .ac3
        case "a6": .eac3
        case "ad": .opus
        case "a9", "aa", "ab", "ac": .dts
        default: .aac
        }
    }
}
