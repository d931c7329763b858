// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxStitcher

/// What is kept of a session, so that any process can go on with it.
struct SessionRecord: Codable, Sendable {
    var session: StitchedSession
    /// The content's multivariant playlist.
    var origin: String
    /// What is added to the addresses of the origin's other playlists; nil for nothing.
    var originQuery: String?
    /// What is added to those of the session's own.
    var manifestQuery: String?
    /// How this service was called.
    var base: String
    /// Whose stream it is, whose house ads it may have; nil where that isn't known.
    var business: String?
    /// Of live renditions, by their names.
    var ledgers: [String: LiveLedger] = [:]

    /// What makes another document than the one before worth writing: time alone does not.
    var marks: [Mark] {
        ledgers.sorted { $0.key < $1.key }.map { name, ledger in
            Mark(
                name: name, placements: ledger.placements, sequenceShift: ledger.sequenceShift,
                discontinuityShift: ledger.discontinuityShift)
        }
    }

    /// Of one rendition: what another process needs for the same numbers.
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

    /// One of the origin's playlists, as this session asks for it.
    func address(_ url: String) -> String { originQuery.map { DeliveryQuery.adding($0, to: url) } ?? url }

    /// One of the session's own, as its playlists name it.
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
