// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Where a file comes from.
enum PackageSource: Codable, Hashable, Sendable {
    case address(String)
    case upload(String)
    /// A key in ``Ingest/Configuration/store``.
    case object(String)
    /// Captions are paths by language.
    case file(path: String, captions: [String: String])
}

/// What a job of packaging says.
struct PackageWork: Codable, Hashable, Sendable {
    var video: String
    var source: PackageSource

    init(video: String, source: PackageSource) {
        self.video = video
        self.source = source
    }

    init(_ payload: JSONValue) throws { self = try ContractJSON.decode(Self.self, from: ContractJSON.encode(payload)) }

    var payload: JSONValue {
        get throws { try ContractJSON.decode(JSONValue.self, from: ContractJSON.encode(self)) }
    }
}
