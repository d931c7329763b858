// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxAdMarkup
import WindowboxCatalogue

/// A message as it is written down: with all that is needed to send it from another process.
struct BeaconRecord: Codable, Sendable {
    var session: String
    var beacon: AdBeacon
    /// Names and values of fields that speak for the player.
    var fields: [[String]]
    /// Whose showing of a house ad it tells of; nil where somebody else is told.
    var showing: Showing?

    struct Showing: Codable, Sendable {
        var campaign: String
        var viewer: String
        /// Of the ad's events.
        var event: String
    }

    /// Of the queue, where messages of all sessions are.
    var key: String { "\(session)|\(beacon.id)" }

    func stored() throws -> StoredBeacon {
        StoredBeacon(
            session: session, id: beacon.id, document: String(decoding: try JSONEncoder().encode(self), as: UTF8.self))
    }

    init(session: String, beacon: AdBeacon, fields: [(name: String, value: String)]) {
        self.session = session
        self.beacon = beacon
        self.fields = fields.map { [$0.name, $0.value] }
    }

    init(_ stored: StoredBeacon) throws { self = try JSONDecoder().decode(BeaconRecord.self, from: Data(stored.document.utf8)) }
}
