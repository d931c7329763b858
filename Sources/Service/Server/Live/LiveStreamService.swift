// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// What all that happens in live streams stands on.
struct LiveStreamService: Sendable {
    let catalogue: Catalogue
    let hub: LiveHub
    /// Keeps the keys of encoders.
    let vault: Vault
    /// Takes streams in and sends them out; nil: another process does, or what plays is told by hand.
    var stations: (any LiveStationProvider)?

    /// Does a step of a stream and lets those who watch know.
    /// - Parameter step: is given the stream as it is; what it returns is given back.
    func perform<Result: Sendable>(
        on id: String, at now: Date, _ step: @escaping @Sendable (LiveTransaction, inout LiveStream) throws -> Result
    ) async throws -> (result: Result, stream: LiveStream) {
        let done = try await catalogue.live.perform(on: id, at: now) { live in
            guard let before = try live.find(LiveStream.self, id: id) else { throw Audience.nothing }
            var stream = before
            let result = try step(live, &stream)
            if stream != before { try live.save(stream) }
            return (result, stream)
        }
        await hub.refresh(id)
        return done
    }

    /// As its owners see it: the catalogue has its key encrypted.
    func told(_ stream: LiveStream, at now: Date) async throws -> LiveStream {
        try await stream.opened(by: vault).told(by: catalogue, at: now)
    }

    /// A stream of the administrator's business; of another's nobody learns that it is there.
    func owned(_ call: AdminCall) async throws -> LiveStream {
        guard let stream = try await catalogue.resources.find(LiveStream.self, id: call.path["id"]),
            try await stream.business(in: catalogue) == call.administrator.businessID
        else { throw Audience.nothing }
        return stream
    }
}

extension JSONValue {
    /// A value of the contract as JSON.
    init(encoding value: some Encodable) throws {
        self = try ContractJSON.decode(JSONValue.self, from: ContractJSON.encode(value))
    }
}
