// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// What a renderer is told of a piece of media, in DIDL-Lite (ContentDirectory:1, 2.8.1); some play nothing without it.
enum DIDLLite {
    static func text(_ media: CastMedia) -> String {
        let kind = media.type.hasPrefix("audio/") ? "audioItem.musicTrack" : "videoItem"
        var text = "<DIDL-Lite xmlns=\"urn:schemas-upnp-org:metadata-1-0/DIDL-Lite/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
        text += " xmlns:upnp=\"urn:schemas-upnp-org:metadata-1-0/upnp/\"><item id=\"0\" parentID=\"-1\" restricted=\"1\">"
        text += "<dc:title>\(media.title.escapedForMarkup)</dc:title><upnp:class>object.item.\(kind)</upnp:class>"
        text += "<res protocolInfo=\"http-get:*:\(media.type.escapedForMarkup):\(media.features)\""
        if let duration = media.duration { text += " duration=\"\(ClockText.text(duration))\"" }
        if let size = media.size { text += " size=\"\(size)\"" }
        return text + ">\(media.address.escapedForMarkup)</res></item></DIDL-Lite>"
    }
}

/// What a renderer is to play, and where it gets it.
struct CastMedia: Hashable, Sendable {
    var address: String
    /// The MIME type.
    var type: String
    var title: String
    /// Seconds; nil when not known here.
    var duration: Double?
    /// Bytes of the whole; nil when not known.
    var size: Int?
    /// Seconds on the item's timeline where its first byte is.
    var offset = 0.0
    /// Seconds on the item's timeline that it can be had from, in order, for media without byte ranges: the renderer can't seek
    /// there by itself, and is given the stream anew. Empty where it can.
    var entries: [Double] = []

    /// It goes on without an end, and each time it is given anew it begins at the live edge.
    var isLive = false

    var hasRanges: Bool { entries.isEmpty }

    /// The same from another place on.
    /// - Parameter time: seconds on the item's timeline; it begins at the last entry before.
    func entered(at time: Double) -> CastMedia {
        guard let entry = entries.last(where: { $0 <= time + 0.001 }) ?? entries.first else { return self }
        var media = self
        media.offset = entry
        media.address = String(address.prefix { $0 != "?" }) + "?from=\(Int((entry * 1000).rounded()))"
        return media
    }

    /// The fourth field of its protocol info: DLNA's operations (seeks by time, seeks by bytes) and flags (streaming, background, pausing).
    var features: String {
        "DLNA.ORG_OP=\(hasRanges ? "01" : isLive ? "00" : "10");DLNA.ORG_CI=0;DLNA.ORG_FLAGS=01700000000000000000000000000000"
    }
}
