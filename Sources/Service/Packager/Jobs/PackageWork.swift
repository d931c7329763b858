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
    /// The job has ended: an address may be signed, so it isn't kept.
    case ended
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

    /// What is kept of a job that has ended.
    static func remains(of payload: JSONValue) -> JSONValue? {
        guard let work = try? PackageWork(payload) else { return nil }
        return try? PackageWork(video: work.video, source: .ended).payload
    }

    var payload: JSONValue {
        get throws { try ContractJSON.decode(JSONValue.self, from: ContractJSON.encode(self)) }
    }
}
