// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension MediaSegment {
    /// Makes initialisation vectors explicit. Otherwise they are derived from the sequence number, which may have changed.
    mutating func keepVector(of original: MediaSegment) {
        for index in keys.indices where sequence != original.sequence && keys[index].initializationVector == nil {
            guard keys[index].keyFormat == Key.identity else { continue }
            keys[index].initializationVector = original.initializationVector(for: keys[index])
        }
    }

    /// Makes URIs independent of their original playlist.
    mutating func resolveAddresses() {
        uri = URIReference(uri.url)
        for index in keys.indices { keys[index].uri = keys[index].uri.map { URIReference($0.url) } }
        for index in parts.indices { parts[index].uri = URIReference(parts[index].uri.url) }
        guard var section = map else { return }
        section.uri = URIReference(section.uri.url)
        for index in section.keys.indices { section.keys[index].uri = section.keys[index].uri.map { URIReference($0.url) } }
        map = section
    }

    /// Places it at a time in the stitched playlist and advances the time to its end.
    mutating func place(at time: inout Double) {
        resolveAddresses()
        start = time
        for index in parts.indices {
            parts[index].start = time
            time += parts[index].duration
        }
        time = start + duration
    }
}

extension MediaPlaylist {
    /// Removes the origin's splice markers.
    mutating func dropMarkers() {
        for index in dateRanges.indices {
            dateRanges[index].scte35Command = nil
            dateRanges[index].scte35Out = nil
            dateRanges[index].scte35In = nil
        }
        for index in segments.indices where !segments[index].unknownTags.isEmpty {
            segments[index].unknownTags.removeAll { BreakMarker.names.contains($0.name) }
        }
        unknownTags.removeAll { BreakMarker.names.contains($0.name) }
    }
}
