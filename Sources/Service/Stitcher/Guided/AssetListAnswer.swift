// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// What a request for a break's asset list is answered with (RFC 8216bis, appendix D.2).
public struct AssetListAnswer: Hashable, Sendable {
    public struct Skip: Hashable, Sendable {
        /// Seconds into the break; 0 is at once.
        public var offset: Double
        /// Seconds; nil to the end.
        public var duration: Double?
        public var label: String?

        public init(offset: Double, duration: Double? = nil, label: String? = nil) {
            self.offset = offset
            self.duration = duration
            self.label = label
        }
    }

    /// Multivariant playlists of whole films, one after the other, with the seconds of each.
    public var assets: [(uri: String, duration: Double)] { pairs.map { ($0.uri, $0.duration) } }
    public var skip: Skip?
    private var pairs: [Asset]

    private struct Asset: Hashable, Sendable {
        var uri: String
        var duration: Double
        /// What is to be told of it, and when.
        var signaling: JSONValue?
    }

    /// - Parameters:
    ///   - decision: of the break in this viewer's session.
    ///   - startOffset: `_HLS_start_offset`: seconds of the break that are over for who joins in it. Ads that are over are left out.
    ///   - skip: of the whole break.
    ///   - signals: whether players tell what was seen: then each ad says to whom.
    ///   - address: of a slot's film; nil leaves it out.
    public init(
        _ decision: BreakDecision, startOffset: Double = 0, skip: Skip? = nil, signals: Bool = false,
        address: (BreakDecision.Slot) -> String?
    ) {
        self.skip = skip
        pairs = []
        var time = 0.0
        for slot in decision.slots {
            defer { time += slot.duration }
            // A film that has begun is given whole: only the player can begin in its middle.
            guard time + slot.duration > startOffset + 0.01, let uri = address(slot) else { continue }
            let signaling = signals ? slot.ad?.signaling(duration: slot.duration) : nil
            pairs.append(Asset(uri: uri, duration: slot.duration, signaling: signaling))
        }
    }

    /// The document. Without ads its list is empty, and the content goes on.
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
