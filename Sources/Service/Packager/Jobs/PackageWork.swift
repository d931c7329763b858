// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// The source of a file.
enum PackageSource: Codable, Hashable, Sendable {
    case address(String)
    case upload(String)
    /// A key in ``Ingest/Configuration/store``.
    case object(String)
    /// Captions are paths by language.
    case file(path: String, captions: [String: String])
    /// The job has ended. Its URL isn't kept because it may be signed.
    case ended
}

/// The payload of a packaging job.
struct PackageWork: Codable, Hashable, Sendable {
    var video: String
    var source: PackageSource

    init(video: String, source: PackageSource) {
        self.video = video
        self.source = source
    }

    init(_ payload: JSONValue) throws { self = try ContractJSON.decode(Self.self, from: ContractJSON.encode(payload)) }

    /// The payload to keep after the job has ended.
    static func remains(of payload: JSONValue) -> JSONValue? {
        guard let work = try? PackageWork(payload) else { return nil }
        return try? PackageWork(video: work.video, source: .ended).payload
    }

    var payload: JSONValue {
        get throws { try ContractJSON.decode(JSONValue.self, from: ContractJSON.encode(self)) }
    }
}
