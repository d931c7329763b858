// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// An ad's playlist, serialised once for all sessions.
public struct PreparedAd: Sendable {
    public let address: String
    /// In seconds.
    public let duration: Double
    public let segments: Int
    let version: Int
    let targetDuration: Int
    let isIndependent: Bool
    let hasMaps: Bool
    let isIFramesOnly: Bool
    let endsKeyed: Bool
    /// Its segments, beginning with EXT-X-DISCONTINUITY.
    let text: SharedText
    /// The text's size in bytes.
    package var size: Int { text.count }
    /// Why it can't be in any playlist.
    let fault: String?

    /// The first line of every ad.
    static let discontinuity = SharedText("#EXT-X-DISCONTINUITY\n")
    /// Everything after that line.
    var rest: TextPart { text[min(Self.discontinuity.count, text.count)..<text.count] }

    /// - Parameter playlist: one complete rendition.
    public init(_ playlist: MediaPlaylist) {
        var ad = playlist.separable
        address = playlist.baseURL
        duration = playlist.duration
        segments = playlist.segments.count
        version = playlist.version
        isIndependent = playlist.isIndependentSegments
        isIFramesOnly = playlist.isIFramesOnly
        hasMaps = playlist.segments.first?.map != nil
        endsKeyed = playlist.segments.last?.keys.isEmpty == false
        targetDuration = playlist.segments.reduce(0) { max($0, Int(min($1.duration, 1e6).rounded())) }
        ad.unknownTags = []
        ad.dateRanges = []
        ad.isEndList = false
        if segments == 0 || duration <= 0 {
            fault = "the ad has no length."
        } else if !playlist.isEndList {
            fault = "the ad has no end."
        } else if playlist.segments.contains(where: { ($0.map != nil) != (playlist.segments.first?.map != nil) }) {
            fault = "some of the ad's segments have initialization sections and some have not."
        } else {
            fault = nil
        }
        guard segments > 0 else {
            text = SharedText([])
            return
        }
        for index in ad.segments.indices {
            ad.segments[index].programDateTime = nil
            ad.segments[index].statesProgramDateTime = false
        }
        ad.segments[0].isDiscontinuity = true
        text = SharedText(Array(ad.write().dropFirst(ad.headerOnly.count)))
    }
}
