// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// Maps the URLs that the service uses to those that players use, for example from an origin to a CDN.
public struct DeliveryPrefixes: Hashable, Sendable {
    /// A URL prefix and its replacement.
    public struct Rule: Hashable, Sendable {
        public var from: String
        public var to: String

        /// A trailing slash is added to both if missing, so that `http://a.example` doesn't match `http://a.example.other`.
        public init(_ from: String, _ to: String) {
            self.from = from.hasSuffix("/") ? from : from + "/"
            self.to = to.hasSuffix("/") ? to : to + "/"
        }
    }

    /// The longest matching rule applies.
    public var rules: [Rule]

    public init(_ rules: [Rule] = []) { self.rules = rules }

    public func address(_ address: String) -> String {
        let fitting = rules.filter { address.hasPrefix($0.from) }.max { $0.from.utf8.count < $1.from.utf8.count }
        return fitting.map { $0.to + address.dropFirst($0.from.count) } ?? address
    }

    fileprivate func reference(_ uri: URIReference) -> URIReference { URIReference(address(uri.url)) }

    fileprivate func keys(_ keys: [Key]) -> [Key] {
        keys.map { original in
            var key = original
            key.uri = key.uri.map(reference)
            return key
        }
    }

    fileprivate func segment(_ original: MediaSegment) -> MediaSegment {
        var segment = original
        segment.uri = reference(segment.uri)
        segment.keys = keys(segment.keys)
        for index in segment.parts.indices { segment.parts[index].uri = reference(segment.parts[index].uri) }
        if var map = segment.map {
            map.uri = reference(map.uri)
            map.keys = keys(map.keys)
            segment.map = map
        }
        return segment
    }
}

extension MediaPlaylist {
    /// The playlist with CDN URLs for everything that players fetch. Rendition reports stay, because the service itself answers those.
    public func delivered(by prefixes: DeliveryPrefixes) -> MediaPlaylist {
        guard !prefixes.rules.isEmpty else { return self }
        var playlist = self
        playlist.segments = SegmentList(segments.map(prefixes.segment))
        // A segment that is still to come has no URL.
        playlist.upcoming = upcoming.map { upcoming in
            var segment = prefixes.segment(upcoming)
            segment.uri = upcoming.uri
            return segment
        }
        playlist.preloadHints = preloadHints.map { original in
            var hint = original
            hint.uri = prefixes.reference(hint.uri)
            return hint
        }
        return playlist
    }
}

extension MultivariantPlaylist {
    /// The same for session data and session keys. Media playlists stay, because the service itself serves them.
    public func delivered(by prefixes: DeliveryPrefixes) -> MultivariantPlaylist {
        guard !prefixes.rules.isEmpty else { return self }
        var playlist = self
        playlist.sessionKeys = prefixes.keys(sessionKeys)
        for index in playlist.sessionData.indices {
            switch playlist.sessionData[index].content {
            case .value: break
            case .json(let uri): playlist.sessionData[index].content = .json(prefixes.reference(uri))
            case .raw(let uri): playlist.sessionData[index].content = .raw(prefixes.reference(uri))
            }
        }
        return playlist
    }
}
