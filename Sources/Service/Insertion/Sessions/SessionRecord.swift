// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxStitcher

/// The stored form of a session, with which any process can continue it.
struct SessionRecord: Codable, Sendable {
    var session: StitchedSession
    /// The URL of the content's multivariant playlist.
    var origin: String
    /// Added to the URLs of the origin's other playlists; nil for nothing.
    var originQuery: String?
    /// Added to the URLs of the session's own playlists.
    var manifestQuery: String?
    /// The base URL of this service.
    var base: String
    /// The owner of the stream, whose house ads may be shown; nil if unknown.
    var business: String?
    /// The ledgers of live renditions, by name.
    var ledgers: [String: LiveLedger] = [:]

    /// What must have changed for the record to be written again: the passing of time alone doesn't count.
    var marks: [Mark] {
        ledgers.sorted { $0.key < $1.key }.map { name, ledger in
            Mark(
                name: name, placements: ledger.placements, sequenceShift: ledger.sequenceShift,
                discontinuityShift: ledger.discontinuityShift)
        }
    }

    /// What another process needs to continue a rendition's numbering.
    struct Mark: Hashable {
        var name: String
        var placements: [LiveLedger.Placement]
        var sequenceShift: Int64
        var discontinuityShift: Int64
    }

    var text: String {
        get throws { String(decoding: try Self.encoder.encode(self), as: UTF8.self) }
    }

    init(session: StitchedSession, origin: String, base: String) {
        self.session = session
        self.origin = origin
        self.base = base
    }

    /// The URL of one of the origin's playlists for this session.
    func address(_ url: String) -> String { originQuery.map { DeliveryQuery.adding($0, to: url) } ?? url }

    /// The URL of one of the session's own playlists, relative to its other playlists.
    func named(_ name: String) -> String { manifestQuery.map { DeliveryQuery.adding($0, to: name) } ?? name }

    init(_ text: String) throws { self = try Self.decoder.decode(Self.self, from: Data(text.utf8)) }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return decoder
    }
}
