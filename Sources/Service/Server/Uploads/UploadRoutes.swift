// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOCore
import WindowboxContract
import WindowboxPackager

/// Receives files in parts. A part is on disk before the response.
struct UploadRoutes: RouteGroup {
    let intake: Intake?

    var endpoints: [Endpoint] {
        [
            Endpoint("makeUpload", make),
            Endpoint("readUpload", read),
            Endpoint("sendPart", sendPart),
            Endpoint("completeUpload", complete),
            Endpoint("listUploads", list),
            Endpoint("cancelUpload", cancel),
        ]
    }

    private func make(_ call: AdminCall, _ request: UploadRequest) async throws -> Upload {
        try FieldCheck.text(request.fileName, "file_name", 1...255)
        guard request.size > 0 else { throw APIError(.invalidField, "A file has one byte at least.", field: "size") }
        return try await intake.required().uploads.make(size: request.size, owner: call.owner, at: call.now)
    }

    private func read(_ call: AdminCall) async throws -> Upload { try await find(call, intake.required()) }

    private func sendPart(_ call: AdminCall) async throws -> Upload {
        let intake = try intake.required()
        let upload = try await find(call, intake)
        let number = try PartPlace(call.fields, number: call.query.integer("number"), of: upload).number
        let digest = try call.fields[.contentDigest].map(PartPlace.sha256)
        var bytes: [UInt8] = []
        // A slow network may take long for a part; the connection handlers close a silent connection.
        try await call.stream.read(upTo: Int(min(upload.partSize, upload.size))) { bytes.append(contentsOf: $0.readableBytesView) }
        return try await intake.uploads.put(bytes, part: number, of: upload.id, sha256: digest, owner: call.owner, at: call.now)
    }

    private func complete(_ call: AdminCall) async throws -> Upload {
        try await intake.required().uploads.complete(call.path["id"], owner: call.owner, at: call.now)
    }

    private func list(_ call: AdminCall) async throws -> ResourceList<Upload> {
        ResourceList(data: try await intake.required().uploads.uploads(of: call.owner, at: call.now))
    }

    private func cancel(_ call: AdminCall) async throws {
        guard try await intake.required().uploads.cancel(call.path["id"], owner: call.owner, at: call.now) else { throw Audience.nothing }
    }

    private func find(_ call: AdminCall, _ intake: Intake) async throws -> Upload {
        guard let upload = try await intake.uploads.upload(call.path["id"], owner: call.owner, at: call.now) else { throw Audience.nothing }
        return upload
    }
}

extension AdminCall {
    /// The owner of uploads: any program of the business may continue one.
    var owner: String { administrator.businessID }
}

/// The part that a request contains, by its number or by its byte range in the file.
struct PartPlace: Hashable, Sendable {
    let number: Int

    init(_ fields: HTTPFields, number: Int?, of upload: Upload) throws(APIError) {
        guard let text = fields[.contentRange] else {
            guard let number else {
                throw APIError(.invalidField, "The number of the part is missing; Content-Range does as well.", field: "number")
            }
            self.number = number
            return
        }
        let found = try Self.number(text, upload)
        guard number == nil || number == found else {
            throw APIError(.invalidField, "It is another part than Content-Range says.", field: "number")
        }
        self.number = found
    }

    /// `bytes FIRST-LAST/SIZE` (RFC 9110 14.4).
    private static func number(_ text: String, _ upload: Upload) throws(APIError) -> Int {
        let words = text.split(whereSeparator: { " -/".contains($0) })
        guard words.count == 4, words[0].lowercased() == "bytes", let first = Int64(words[1]), let last = Int64(words[2]),
            let size = Int64(words[3]), first >= 0, first <= last, last < size
        else { throw APIError(.invalidField, "It must be \"bytes FIRST-LAST/SIZE\".", field: "Content-Range") }
        guard size == upload.size else { throw APIError(.invalidField, "The file has \(upload.size) bytes.", field: "Content-Range") }
        guard first % upload.partSize == 0, last == min(first + upload.partSize, size) - 1 else {
            throw APIError(
                .invalidField, "A part begins at a multiple of \(upload.partSize) and has as many bytes.", field: "Content-Range")
        }
        return Int(first / upload.partSize) + 1
    }

    /// The hash in hexadecimal, from `sha-256=:BASE64:` (RFC 9530 2).
    static func sha256(_ field: String) throws(APIError) -> String {
        for part in field.split(separator: ",") {
            let words = part.filter { $0 != " " }.split(separator: "=", maxSplits: 1)
            guard words.count == 2, words[0].lowercased() == "sha-256" else { continue }
            let text = words[1].prefix { $0 != ";" }
            guard text.first == ":", text.last == ":", text.count > 2, let data = Data(base64Encoded: String(text.dropFirst().dropLast())),
                data.count == 32
            else { break }
            return data.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        }
        throw APIError(.invalidField, "It must have sha-256=:BASE64:.", field: "Content-Digest")
    }
}
