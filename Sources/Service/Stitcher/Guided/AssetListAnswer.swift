// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// The response to a request for a break's asset list (RFC 8216bis, appendix D.2).
public struct AssetListAnswer: Hashable, Sendable {
    public struct Skip: Hashable, Sendable {
        /// When the break can be skipped, in seconds from its start; 0 for immediately.
        public var offset: Double
        /// In seconds; nil for until the end.
        public var duration: Double?
        public var label: String?

        public init(offset: Double, duration: Double? = nil, label: String? = nil) {
            self.offset = offset
            self.duration = duration
            self.label = label
        }
    }

    /// Multivariant playlists of complete ads, in order, with their durations in seconds.
    public var assets: [(uri: String, duration: Double)] { pairs.map { ($0.uri, $0.duration) } }
    public var skip: Skip?
    private var pairs: [Asset]

    private struct Asset: Hashable, Sendable {
        var uri: String
        var duration: Double
        /// Its tracking events with their times.
        var signaling: JSONValue?
    }

    /// - Parameters:
    ///   - decision: the decision for the break in this viewer's session.
    ///   - startOffset: `_HLS_start_offset`: the elapsed seconds of the break for a player that
    ///     joins late. Ads that have ended are left out.
    ///   - skip: applies to the complete break.
    ///   - signals: whether players report tracking events, which are then included.
    ///   - address: returns the URL of a slot's playlist; nil to leave the slot out.
    public init(
        _ decision: BreakDecision, startOffset: Double = 0, skip: Skip? = nil, signals: Bool = false,
        address: (BreakDecision.Slot) -> String?
    ) {
        self.skip = skip
        pairs = []
        var time = 0.0
        for slot in decision.slots {
            defer { time += slot.duration }
            // An ad that has begun is included completely: only the player can start in the middle.
            guard time + slot.duration > startOffset + 0.01, let uri = address(slot) else { continue }
            let signaling = signals ? slot.ad?.signaling(duration: slot.duration) : nil
            pairs.append(Asset(uri: uri, duration: slot.duration, signaling: signaling))
        }
    }

    /// The JSON document. Without ads the list is empty, and the content continues.
    public var json: [UInt8] {
        let list = pairs.map {
            JSONValue.record([
                ("URI", .string($0.uri)), ("DURATION", .seconds($0.duration)), ("X-AD-CREATIVE-SIGNALING", $0.signaling),
            ])
        }
        let control = skip.map { skip -> JSONValue in
            .record([("OFFSET", .seconds(skip.offset)), ("DURATION", skip.duration.map { .seconds($0) }), ("LABEL-ID", .text(skip.label))])
        }
        return JSONValue.record([("ASSETS", .array(list)), ("SKIP-CONTROL", control)]).write()
    }
}
