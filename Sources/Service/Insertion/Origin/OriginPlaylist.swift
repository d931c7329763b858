// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxStitcher

/// A parsed playlist of an origin, prepared for all sessions.
enum OriginPlaylist: Sendable {
    case multivariant(MultivariantPlaylist)
    /// A complete recording with its marked breaks, and what was wrong with its playlist.
    case recorded(PreparedContent, BreakTimeline, [PlaylistDiagnostic])
    case live(MediaPlaylist, [PlaylistDiagnostic])

    /// Seconds for which it may be cached.
    var life: Double {
        switch self {
        case .multivariant: 30
        case .recorded: 300
        // Players reload once per target duration, and more often if there are parts.
        case .live(let playlist, _):
            playlist.partTarget.map { min(30, max(0.02, $0 / 2)) } ?? min(1, max(0.2, Double(playlist.targetDuration) / 4))
        }
    }

    init(_ document: RemoteDocument, _ settings: InsertionSettings) throws {
        let reading = Playlist.parse(document.bytes, baseURL: document.url)
        switch reading.playlist {
        case .multivariant(let playlist): self = .multivariant(playlist.delivered(by: settings.contentDelivery).withWholeAddresses)
        case .media(let playlist) where playlist.isEndList:
            let delivered = playlist.delivered(by: settings.contentDelivery)
            self = .recorded(
                PreparedContent(delivered, keepsMarkers: settings.keepsMarkers), BreakTimeline(playlist, reader: settings.cues),
                reading.oddities)
        case .media(let playlist): self = .live(playlist.delivered(by: settings.contentDelivery), reading.oddities)
        case nil: throw OriginError.malformed(document.url, "is not an HLS playlist. Check the address.")
        }
    }
}
