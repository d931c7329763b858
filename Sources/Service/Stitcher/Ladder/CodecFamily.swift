// SPDX-License-Identifier: Apache-2.0

/// Codecs that the same decoder plays, by RFC 6381 strings.
struct CodecFamily: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case video, audio, text, other }

    let kind: Kind
    let name: String

    init(_ codec: String) {
        let parts = codec.lowercased().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let prefix = parts.first ?? ""
        switch prefix {
        case "avc1", "avc2", "avc3", "avc4": (kind, name) = (.video, "avc")
        case "hvc1", "hev1": (kind, name) = (.video, "hevc")
        case "dvh1", "dvhe", "dva1", "dvav", "dav1": (kind, name) = (.video, "dolby-vision")
        case "av01": (kind, name) = (.video, "av1")
        case "vp09", "vp9": (kind, name) = (.video, "vp9")
        case "vp08", "vp8", "mp4v", "vvc1", "vvi1": (kind, name) = (.video, prefix)
        case "mp4a" where parts.count > 1 && ["69", "6b"].contains(parts[1]) || parts.dropFirst() == ["40", "34"]:
            (kind, name) = (.audio, "mp3")
        case "mp4a" where parts.dropFirst().first.map { ["a5", "a6"].contains($0) } ?? false:
            (kind, name) = (.audio, parts[1] == "a5" ? "ac-3" : "ec-3")
        case "mp4a": (kind, name) = (.audio, "aac")
        case "ac-3", "ec-3", "ac-4", "opus", "flac", "alac", "mp3", "vorbis": (kind, name) = (.audio, prefix)
        case "wvtt", "stpp": (kind, name) = (.text, prefix)
        default: (kind, name) = (.other, prefix)
        }
    }

    /// The families of a kind among codecs; nil if no codecs are listed, so that any may occur.
    static func names(_ kind: Kind, in codecs: [String]) -> Set<String>? {
        codecs.isEmpty ? nil : Set(codecs.map { CodecFamily($0) }.filter { $0.kind == kind }.map(\.name))
    }
}
