// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Dependencies shared by the live-stream handlers.
struct LiveStreamService: Sendable {
    let catalogue: Catalogue
    let hub: LiveHub
    /// Encrypts encoders' keys.
    let vault: Vault
    /// Ingests and publishes streams; nil if another process does, or playback URLs are set manually.
    var stations: (any LiveStationProvider)?

    /// Changes a stream in a transaction and wakes its viewers.
    /// - Parameter step: gets the current stream; its result is returned.
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

    /// The stream as its owners see it, with its key decrypted.
    func told(_ stream: LiveStream, at now: Date) async throws -> LiveStream {
        try await stream.opened(by: vault).told(by: catalogue, at: now)
    }

    /// The requested stream. Streams of other businesses count as not found.
    func owned(_ call: AdminCall) async throws -> LiveStream {
        guard let stream = try await catalogue.resources.find(LiveStream.self, id: call.path["id"]),
            try await stream.business(in: catalogue) == call.administrator.businessID
        else { throw Audience.nothing }
        return stream
    }
}

extension JSONValue {
    /// A `Codable` value as JSON.
    init(encoding value: some Encodable) throws {
        self = try ContractJSON.decode(JSONValue.self, from: ContractJSON.encode(value))
    }
}
