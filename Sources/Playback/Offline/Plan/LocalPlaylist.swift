// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxStreaming
import WindowboxTransport

/// Rewrites a remote media playlist so that its segments, initialization sections and keys are local files.
struct LocalPlaylist {
    /// Whether a key can be loaded and stored.
    var acceptsKey: @Sendable (SegmentEncryption) -> Bool

    /// - Parameters:
    ///   - track: the prefix of its file names.
    ///   - files: collects the resources to load.
    func localize(_ playlist: MediaPlaylist, track: String, files: inout LocalFileMap) throws(DownloadError) -> MediaPlaylist {
        guard playlist.isEndList else { throw .live(playlist.baseURL) }
        guard !playlist.segments.isEmpty else {
            throw DownloadError(.malformed, "The playlist has no segments.", url: playlist.baseURL)
        }
        var local = MediaPlaylist(targetDuration: playlist.targetDuration)
        local.version = playlist.version
        local.mediaSequence = playlist.mediaSequence
        local.discontinuitySequence = playlist.discontinuitySequence
        local.kind = .onDemand
        local.isEndList = true
        local.isIndependentSegments = playlist.isIndependentSegments
        local.start = playlist.start
        // Interstitials refer to content in the network.
        local.dateRanges = playlist.dateRanges.filter { !$0.isInterstitial }
        for segment in playlist.segments {
            var kept = segment
            kept.parts = []
            kept.unknownTags = []
            kept.byteRange = nil
            kept.keys = try keys(segment.keys, of: segment, files: &files)
            if let map = segment.map {
                kept.map = InitializationMap(
                    uri: URIReference(files.file(of: map.uri, map.byteRange, track: track, seconds: 0)),
                    keys: try keys(map.keys, of: segment, files: &files))
            }
            kept.uri = URIReference(
                segment.isGap
                    ? "gap" : files.file(of: segment.uri, segment.byteRange, track: track, seconds: max(0, segment.duration)))
            local.segments.append(kept)
        }
        return local
    }

    /// Keeps one of several ways to decrypt a segment. Its key is stored unencrypted beside the playlist.
    private func keys(_ keys: [Key], of segment: MediaSegment, files: inout LocalFileMap) throws(DownloadError) -> [Key] {
        let locked = keys.filter { $0.method != .none }
        if locked.isEmpty { return keys }
        for key in locked {
            guard let uri = key.uri, let encryption = SegmentEncryption(key, uri: uri), acceptsKey(encryption) else { continue }
            var kept = key
            kept.uri = URIReference(files.file(of: key, uri: uri))
            kept.keyFormat = Key.identity
            kept.keyFormatVersions = [1]
            return [kept]
        }
        let formats = locked.map { "\($0.method.name) with the key format \"\($0.keyFormat)\"" }.joined(separator: ", ")
        throw DownloadError(
            .key, "No key provider supports \(formats); give the downloader one for that key format.", url: segment.uri.url)
    }
}

extension SegmentEncryption {
    /// For requesting the key. The initialization vector is omitted, since it differs per segment. nil when the method is not supported.
    init?(_ key: Key, uri: URIReference) {
        self.init(method: key.method.name, url: uri.url, format: key.keyFormat)
    }

    init?(method name: String, url: String, format: String) {
        let method = Method(name)
        guard method.isKnown else { return nil }
        self.init(method: method, keyURL: url, initializationVector: [UInt8](repeating: 0, count: 16), keyFormat: format)
    }
}
