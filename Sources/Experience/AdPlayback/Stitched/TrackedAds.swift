// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
public import WindowboxAds
import WindowboxHLS

/// All that a service's tracking document says of the ads of a stitched stream.
public struct TrackedAds: Hashable, Sendable {
    public var breaks: [TrackedBreak] = []
    /// What lies over the content.
    public var overlays: [TrackedOverlay] = []

    public init(breaks: [TrackedBreak] = [], overlays: [TrackedOverlay] = []) {
        (self.breaks, self.overlays) = (breaks, overlays)
    }

    /// - Parameter document: JSON with `avails` and `nonLinearAvails`; what is not understood of it is left out.
    public init(_ document: [UInt8]) {
        let root = JSONValue.parse(document)
        breaks = root?["avails"]?.array?.compactMap { TrackedBreak($0) } ?? []
        overlays = root?["nonLinearAvails"]?.array?.flatMap { TrackedOverlay.all(in: $0) } ?? []
    }

    /// Of a live stream: sets the time of each by its date; what has none, or is not in the stream any more, is left out.
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

/// A picture over the content of a stitched stream.
public struct TrackedOverlay: Hashable, Sendable {
    /// In seconds of the stream; of a live stream, from where the session joined it.
    public var planned: PlannedOverlay
    /// Of a live stream: when it begins, in seconds since 1970.
    public var date: Double?

    /// Pixels that an overlay may take.
    static let room = (width: 640, height: 360)

    /// Those of one place; what can't be shown here is left out.
    static func all(in avail: JSONValue) -> [TrackedOverlay] {
        guard let id = avail["availId"]?.string, let start = avail["startTimeInSeconds"]?.number else { return [] }
        let date = avail["startDate"]?.string.flatMap { DateTimeText.parse($0) }
        return (avail["nonLinearAdsList"]?.array ?? []).prefix(16).enumerated().compactMap { index, entry in
            let ad = SignaledOverlay.read(entry)
            guard let choice = try? OverlayChoice(ad, width: room.width, height: room.height) else { return nil }
            return TrackedOverlay(planned: PlannedOverlay(id: "\(id)/\(index)", start: start, ad: ad, choice: choice), date: date)
        }
    }
}
