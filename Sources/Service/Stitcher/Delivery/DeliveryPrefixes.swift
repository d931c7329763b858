// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// Where players fetch what the service itself knows by other addresses: of a delivery network, instead of the origin's.
public struct DeliveryPrefixes: Hashable, Sendable {
    /// The beginning of addresses, and what stands in its place.
    public struct Rule: Hashable, Sendable {
        public var from: String
        public var to: String

        /// Both end with a slash; one is added where it is missing, so that `http://a.example` is not also `http://a.example.other`.
        public init(_ from: String, _ to: String) {
            self.from = from.hasSuffix("/") ? from : from + "/"
            self.to = to.hasSuffix("/") ? to : to + "/"
        }
    }

    /// Of several that fit the longest counts.
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
    /// The playlist with all that a player fetches by the addresses of a delivery network. Reports of other playlists stay, which the
    /// service itself reads.
    public func delivered(by prefixes: DeliveryPrefixes) -> MediaPlaylist {
        guard !prefixes.rules.isEmpty else { return self }
        var playlist = self
        playlist.segments = SegmentList(segments.map(prefixes.segment))
        // One that is still to come has no address of its own.
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
    /// The same for data and keys of the session. Its playlists stay, which the service itself reads.
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
