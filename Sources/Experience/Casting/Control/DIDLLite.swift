// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// DIDL-Lite metadata of a media item (ContentDirectory:1, 2.8.1); some renderers play nothing without it.
enum DIDLLite {
    static func text(_ media: CastMedia) -> String {
        let kind = media.type.hasPrefix("audio/") ? "audioItem.musicTrack" : "videoItem"
        var text = "<DIDL-Lite xmlns=\"urn:schemas-upnp-org:metadata-1-0/DIDL-Lite/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
        text += " xmlns:upnp=\"urn:schemas-upnp-org:metadata-1-0/upnp/\"><item id=\"0\" parentID=\"-1\" restricted=\"1\">"
        text += "<dc:title>\(media.title.escapedForMarkup)</dc:title><upnp:class>object.item.\(kind)</upnp:class>"
        text += "<res protocolInfo=\"http-get:*:\(media.type.escapedForAttribute):\(media.features)\""
        if let duration = media.duration { text += " duration=\"\(ClockText.text(duration))\"" }
        if let size = media.size { text += " size=\"\(size)\"" }
        return text + ">\(media.address.escapedForMarkup)</res></item></DIDL-Lite>"
    }
}

/// The media for a renderer, and where to get it.
struct CastMedia: Hashable, Sendable {
    var address: String
    /// The MIME type.
    var type: String
    var title: String
    /// In seconds; nil if unknown.
    var duration: Double?
    /// Total size in bytes; nil if unknown.
    var size: Int?
    /// Position of its first byte on the item's timeline, in seconds.
    var offset = 0.0
    /// Start positions in seconds on the item's timeline, in order, for media without byte ranges: the renderer can't seek in it
    /// and gets a new stream instead. Empty if it has byte ranges.
    var startPositions: [Double] = []

    /// A live stream, which starts at the live edge each time it is opened.
    var isLive = false

    var hasRanges: Bool { startPositions.isEmpty }

    /// Returns a copy that starts at another position.
    /// - Parameter time: in seconds on the item's timeline; starts at the last entry before it.
    func starting(at time: Double) -> CastMedia {
        guard let entry = startPositions.last(where: { $0 <= time + 0.001 }) ?? startPositions.first else { return self }
        var media = self
        media.offset = entry
        media.address = String(address.prefix { $0 != "?" }) + "?from=\(Int((entry * 1000).rounded()))"
        return media
    }

    /// The fourth field of the protocol info: DLNA operations (time seek, byte seek) and flags (streaming, background, pause).
    var features: String {
        "DLNA.ORG_OP=\(hasRanges ? "01" : isLive ? "00" : "10");DLNA.ORG_CI=0;DLNA.ORG_FLAGS=01700000000000000000000000000000"
    }
}
