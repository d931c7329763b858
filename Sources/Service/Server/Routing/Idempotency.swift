// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import NIOCore
import WindowboxCatalogue
import WindowboxContract

/// Answers a call that comes again as it was answered before, where its caller gives it an `Idempotency-Key`: a phone that lost its
/// network doesn't know whether it was heard. Keys are kept for a day, by caller.
///
/// An answer may tell a secret this once: what is kept is encrypted.
struct Idempotency: Sendable {
    let catalogue: Catalogue
    let vault: Vault

    func answer(_ call: RequestContext, as caller: String, by respond: (RequestContext) async throws -> APIResponse) async throws -> APIResponse {
        guard call.route.method == .post, !caller.isEmpty, let key = call.fields[.idempotencyKey] else { return try await respond(call) }
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw APIError(.invalidField, "A key has 1 to 255 printable letters.", field: "Idempotency-Key")
        }
        // A call may hold an access code, which a plain hash would let anybody guess who reads the database.
        let digest = Self.digest(of: call)
        let fingerprints = vault.fingerprints(of: digest)
        var record = IdempotencyKey(caller: caller, key: key, fingerprint: fingerprints[0])
        // An earlier version kept the plain hash.
        record.olderFingerprints = Array(fingerprints.dropFirst()) + [digest.base64URL]
        switch try await catalogue.idempotency.begin(record, at: call.now) {
        case .answered(var answer):
            if let body = answer.body {
                guard let text = vault.open(body) else {
                    throw APIError(
                        .conflict,
                        "This key was answered already, and the answer can't be read any more. See what was done, and make a new key.",
                        field: "Idempotency-Key")
                }
                answer.body = text
            }
            return APIResponse(kept: answer)
        case .underway:
            throw APIError(.conflict, "The first call with this key is still being answered. Try again.", field: "Idempotency-Key")
        case .mismatch:
            throw APIError(
                .idempotencyMismatch, "This key came with another call. Make a new key for each thing that is to be done.",
                field: "Idempotency-Key")
        case .new: break
        }
        let answer: APIResponse
        do { answer = try await respond(call) } catch {
            let told = APIResponse(error, requestID: call.id)
            // What failed for reasons of the service or of the moment may go well the next time.
            if told.status >= 500 || told.status == 429 {
                try await catalogue.idempotency.forget(record)
            } else {
                try await keep(told, record)
            }
            throw error
        }
        try await keep(answer, record)
        return answer
    }

    private func keep(_ answer: APIResponse, _ record: IdempotencyKey) async throws {
        let body: String? = if case .bytes(let bytes) = answer.content { try vault.seal(String(buffer: bytes)) } else { nil }
        try await catalogue.idempotency.finish(
            record, with: KeptAnswer(status: answer.status, mediaType: answer.fields[.contentType], body: body))
    }

    private static func digest(of call: RequestContext) -> Data {
        var hash = SHA256()
        hash.update(data: Data("\(call.route.operationID)\n\(call.path.description)\n\(call.query.description)\n".utf8))
        // What is read as it comes is told apart by its length alone.
        if let length = call.stream.length { hash.update(data: Data("\(length)\n".utf8)) }
        hash.update(data: call.body)
        return Data(hash.finalize())
    }
}

extension APIResponse {
    fileprivate init(kept: KeptAnswer) {
        self.init(status: kept.status, fields: [.idempotencyReplayed: "true"])
        if let body = kept.body { content = .bytes(ByteBuffer(string: body)) }
        if let mediaType = kept.mediaType { fields[.contentType] = mediaType }
    }
}
