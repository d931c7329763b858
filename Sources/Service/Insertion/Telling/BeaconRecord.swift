// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxAdMarkup
import WindowboxCatalogue

/// A beacon as it is stored, with everything needed to send it from another process.
struct BeaconRecord: Codable, Sendable {
    var session: String
    var beacon: AdBeacon
    /// Names and values of the header fields that identify the player.
    var fields: [[String]]
    /// The house-ad showing that it reports; nil for beacons of other servers.
    var showing: Showing?

    struct Showing: Codable, Sendable {
        var campaign: String
        var viewer: String
        /// The ad's event.
        var event: String
    }

    /// The key in the queue, which contains beacons of all sessions.
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
