// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// What a player supports, used to choose an ad's media file.
public struct MediaCapability: Hashable, Sendable {
    /// Media types in lower case.
    public var types: Set<String>
    /// Prefixes of codec names, such as `avc1` and `mp4a`; nil accepts any codec.
    public var codecs: Set<String>?
    /// Size of the video area in pixels.
    public var width: Int?
    /// See ``width``.
    public var height: Int?
    /// Bandwidth in bits per second; nil if unknown.
    public var bandwidth: Int?
    /// The fraction of the bandwidth that a media file may use.
    public var headroom = 0.8
    /// Supported interactive frameworks.
    public var frameworks: Set<String> = []
    /// Whether a playlist is preferred to single files.
    public var prefersStreaming = true

    public init(types: Set<String>, codecs: Set<String>? = nil, width: Int? = nil, height: Int? = nil, bandwidth: Int? = nil) {
        self.types = types
        self.codecs = codecs
        self.width = width
        self.height = height
        self.bandwidth = bandwidth
    }

    /// Supports HLS and MP4.
    public static let standard = MediaCapability(types: [
        "video/mp4", "video/webm", "video/quicktime", "application/x-mpegurl", "application/vnd.apple.mpegurl", "audio/mpegurl",
        "audio/mp4",
        "audio/mpeg",
    ])

    /// The playable files, best first; the others serve as fallbacks.
    ///
    /// - Throws: code 403 when there are files and none can be played, 401 when there is no file.
    public func choices(of linear: VASTLinear) throws(VASTError) -> [VASTMediaFile] {
        guard !linear.mediaFiles.isEmpty else {
            throw VASTError(.fileNotFound, message: "the ad has no media file", remedy: "add one")
        }
        let playable = linear.mediaFiles.indices.filter { plays(linear.mediaFiles[$0]) }
        guard !playable.isEmpty else {
            let types = Set(linear.mediaFiles.compactMap(\.type)).sorted().joined(separator: ", ")
            throw VASTError(
                .noSupportedFile, message: "none of the media files can be played (\(types))", remedy: "add H.264 in MP4, or HLS")
        }
        let ranks = Dictionary(uniqueKeysWithValues: playable.map { ($0, rank(linear.mediaFiles[$0])) })
        return playable.sorted { left, right in
            guard let a = ranks[left], let b = ranks[right] else { return left < right }
            return a == b ? left < right : b.lexicographicallyPrecedes(a)
        }.map { linear.mediaFiles[$0] }
    }

    private func plays(_ file: VASTMediaFile) -> Bool {
        if let framework = file.apiFramework, !framework.isEmpty, !frameworks.contains(framework) { return false }
        guard file.url.hasPrefix("http:") || file.url.hasPrefix("https:") || !file.url.contains(":") else { return false }
        if let type = file.mediaTypeAlone, !types.contains(type) { return false }
        if let media = file.mediaType, media.uppercased() != "2D" { return false }
        guard let codecs, let named = file.codec, !named.isEmpty else { return true }
        return named.split(separator: ",").allSatisfy { name in
            let name = name.lowercased().drop { $0 == " " }
            return codecs.contains { name.hasPrefix($0) }
        }
    }

    private func isPlaylist(_ file: VASTMediaFile) -> Bool {
        file.delivery?.lowercased() == "streaming" || file.type?.lowercased().contains("mpegurl") == true
    }

    /// Ranks a file; higher is better, and the first difference decides: streaming, bandwidth, size, quality. If nothing fits, the
    /// smallest wins.
    private func rank(_ file: VASTMediaFile) -> [Int] {
        let rate = file.bitrate ?? file.maximumBitrate ?? 0
        let isCarried = bandwidth.map { Double(rate) * 1000 <= Double($0) * headroom } ?? true
        let fits = (width.map { (file.width ?? 0) <= $0 * 5 / 4 } ?? true) && (height.map { (file.height ?? 0) <= $0 * 5 / 4 } ?? true)
        let area = (file.width ?? 0) * (file.height ?? 0)
        let streams = isPlaylist(file) && prefersStreaming
        return [
            streams ? 1 : 0, isCarried || streams ? 1 : 0, fits || streams ? 1 : 0, isCarried ? (fits ? area : -area) : -rate,
            isCarried ? rate : -area,
        ]
    }
}

extension VASTMediaFile {
    /// The lower-case media type without parameters such as codecs; nil if there is none.
    fileprivate var mediaTypeAlone: String? {
        let name = (type ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        return name.isEmpty ? nil : name
    }
}
