// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
public import WindowboxAds
import WindowboxHLS

/// The ads of a stitched stream, from a service's tracking document.
public struct TrackedAds: Hashable, Sendable {
    /// The breaks in the order of the document.
    public var breaks: [TrackedBreak] = []
    /// Non-linear ads over the content.
    public var overlays: [TrackedOverlay] = []

    public init(breaks: [TrackedBreak] = [], overlays: [TrackedOverlay] = []) {
        (self.breaks, self.overlays) = (breaks, overlays)
    }

    /// - Parameter document: JSON with `avails` and `nonLinearAvails`; anything that isn't understood is ignored.
    public init(_ document: [UInt8]) {
        let root = JSONValue.parse(document)
        breaks = root?["avails"]?.array?.compactMap { TrackedBreak($0) } ?? []
        overlays = root?["nonLinearAvails"]?.array?.flatMap { TrackedOverlay.all(in: $0) } ?? []
    }

    /// For live streams: sets the time of each entry from its date; entries without a date, or no longer in the stream, are dropped.
    mutating func move(_ time: (_ date: Double) -> Double) {
        breaks = breaks.compactMap { entry in
            var entry = entry
            entry.entry.start = entry.date.map(time) ?? -1
            return entry.entry.start >= 0 ? entry : nil
        }
        overlays = overlays.compactMap { entry in
            var entry = entry
            entry.planned.start = entry.date.map(time) ?? -1
            return entry.planned.start >= 0 ? entry : nil
        }
    }
}

/// A non-linear ad over the content of a stitched stream.
public struct TrackedOverlay: Hashable, Sendable {
    /// In seconds of the stream; for live streams, from where the session joined.
    public var planned: PlannedOverlay
    /// Start date of a live stream's overlay, in seconds since 1970.
    public var date: Double?

    /// Maximum size of an overlay in pixels.
    static let frameSize = (width: 640, height: 360)

    /// The overlays of one avail; unsupported ones are dropped.
    static func all(in avail: JSONValue) -> [TrackedOverlay] {
        guard let id = avail["availId"]?.string, let start = avail["startTimeInSeconds"]?.number else { return [] }
        let date = avail["startDate"]?.string.flatMap { DateTimeText.parse($0) }
        return (avail["nonLinearAdsList"]?.array ?? []).prefix(16).enumerated().compactMap { index, entry in
            let ad = SignaledOverlay.read(entry)
            guard let choice = try? OverlayChoice(ad, width: frameSize.width, height: frameSize.height) else { return nil }
            return TrackedOverlay(planned: PlannedOverlay(id: "\(id)/\(index)", start: start, ad: ad, choice: choice), date: date)
        }
    }
}
