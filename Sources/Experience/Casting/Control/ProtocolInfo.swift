// SPDX-License-Identifier: Apache-2.0

/// The formats that a renderer supports, from its ConnectionManager (ConnectionManager:1, 2.5.2): `http-get:*:video/mp4:*`.
struct ProtocolInfo: Hashable, Sendable {
    /// MIME types in lower case, without parameters; `*` accepts anything.
    private(set) var types: Set<String> = []

    /// - Parameter sink: comma-separated entries. If empty, the renderer is assumed to accept everything.
    init(sink: String) {
        for entry in sink.split(separator: ",").prefix(2000) {
            let fields = entry.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
            guard fields.count >= 3, ["http-get", "*"].contains(String(fields[0]).trimmed.lowercased()) else { continue }
            types.insert(Self.bare(String(fields[2])))
        }
    }

    func takes(_ type: String) -> Bool {
        let type = Self.bare(type)
        guard !types.isEmpty, !types.contains("*"), !types.contains(type) else { return true }
        return types.contains(type.prefix { $0 != "/" } + "/*") || Self.names(of: type).contains { types.contains($0) }
    }

    /// Whether the renderer declares support for HTTP Live Streaming.
    var takesPlaylists: Bool { Self.names(of: MediaKind.playlist).contains { types.contains($0) } }

    private static func bare(_ type: String) -> String { String(type.prefix { $0 != ";" }).trimmed.lowercased() }

    /// The aliases of a type.
    private static func names(of type: String) -> [String] {
        let groups: [[String]] = [
            ["video/mp2t", "video/mpeg", "video/vnd.dlna.mpeg-tts", "video/mpeg-tts", "video/x-mpegts"],
            ["video/mp4", "video/quicktime", "video/x-m4v"], ["audio/mp4", "audio/x-m4a", "audio/m4a"],
            ["audio/mpeg", "audio/mp3", "audio/x-mpeg"], ["audio/wav", "audio/x-wav", "audio/wave"], ["audio/flac", "audio/x-flac"],
            ["video/x-matroska", "video/matroska"], ["audio/aac", "audio/x-aac", "audio/vnd.dlna.adts", "audio/aacp"],
            [MediaKind.playlist, "application/x-mpegurl", "application/x-hls", "audio/x-mpegurl", "audio/mpegurl"],
        ]
        return groups.first { $0.contains(type) } ?? []
    }
}
