// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import NIOCore
import WindowboxCatalogue
import WindowboxContract

/// Repeats the response to a request that is sent again with the same `Idempotency-Key`, because a client that lost its connection doesn't
/// know whether its request was processed. Keys are kept for a day, per caller.
///
/// Responses may contain secrets that are shown only once, so they are stored encrypted.
struct Idempotency: Sendable {
    let catalogue: Catalogue
    let vault: Vault
    let clock: @Sendable () -> Date

    func answer(_ call: RequestContext, as caller: String, by respond: (RequestContext) async throws -> Response) async throws
        -> Response
    {
        guard call.route.method == .post, !caller.isEmpty, let key = call.fields[.idempotencyKey] else { return try await respond(call) }
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw APIError(.invalidField, "A key needs 1 to 255 printable ASCII characters, without spaces.", field: "Idempotency-Key")
        }
        // A request may contain an access code, which anybody who reads the database could guess from a plain hash.
        let digest = Self.digest(of: call)
        let fingerprints = vault.fingerprints(of: digest)
        var record = IdempotencyKey(caller: caller, key: key, fingerprint: fingerprints[0])
        // An earlier version stored the plain hash.
        record.olderFingerprints = Array(fingerprints.dropFirst()) + [digest.base64URL]
        switch try await catalogue.idempotency.begin(record, at: call.now) {
        case .answered(var answer):
            if let body = answer.body {
                guard let text = vault.open(body) else {
                    throw APIError(
                        .conflict,
                        "This key was already answered, but the answer can no longer be read. Check what was done, and use a new key.",
                        field: "Idempotency-Key")
                }
                answer.body = text
            }
            return Response(kept: answer)
        case .underway:
            throw APIError(.conflict, "The first call with this key is still being answered. Try again.", field: "Idempotency-Key")
        case .mismatch:
            throw APIError(
                .idempotencyMismatch, "This key was used for another call. Use a new key for each operation.",
                field: "Idempotency-Key")
        case .new: break
        }
        let answer: Response
        do { answer = try await kept(record) { try await respond(call) } } catch {
            let response = Response(error, requestID: call.id)
            // Failures of the service and temporary failures may succeed next time.
            if response.status >= 500 || response.status == 429 {
                try await catalogue.idempotency.forget(record)
            } else {
                try await keep(response, record)
            }
            throw error
        }
        try await keep(answer, record)
        return answer
    }

    /// Handles a request, and says meanwhile that it is being handled, however long that takes.
    private func kept(_ record: IdempotencyKey, _ respond: () async throws -> Response) async throws -> Response {
        let renewal = Task { [catalogue, clock] in
            while true {
                try await Task.sleep(for: .seconds(IdempotencyKey.timeout / 3))
                // If it fails, the next one may succeed.
                try? await catalogue.idempotency.renew(record, at: clock())
            }
        }
        defer { renewal.cancel() }
        return try await respond()
    }

    private func keep(_ answer: Response, _ record: IdempotencyKey) async throws {
        let body: String? = if case .bytes(let bytes) = answer.content { try vault.seal(String(buffer: bytes)) } else { nil }
        try await catalogue.idempotency.finish(
            record, with: StoredResponse(status: answer.status, mediaType: answer.fields[.contentType], body: body))
    }

    private static func digest(of call: RequestContext) -> Data {
        var hash = SHA256()
        hash.update(data: Data("\(call.route.operationID)\n\(call.path.description)\n\(call.query.description)\n".utf8))
        // A streamed body is distinguished only by its length.
        if let length = call.stream.length { hash.update(data: Data("\(length)\n".utf8)) }
        hash.update(data: call.body)
        return Data(hash.finalize())
    }
}

extension Response {
    fileprivate init(kept: StoredResponse) {
        self.init(status: kept.status, fields: [.idempotencyReplayed: "true"])
        if let body = kept.body { content = .bytes(ByteBuffer(string: body)) }
        if let mediaType = kept.mediaType { fields[.contentType] = mediaType }
    }
}
