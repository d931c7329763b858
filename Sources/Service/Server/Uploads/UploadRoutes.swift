// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOCore
import WindowboxContract
import WindowboxPackager

/// Receives files in parts. A part is on disk before the response.
struct UploadRoutes: RouteGroup {
    let uploadPipeline: UploadPipeline?

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

    private func make(_ call: AdminContext, _ request: UploadRequest) async throws -> Upload {
        try FieldCheck.text(request.fileName, "file_name", 1...255)
        guard request.size > 0 else { throw APIError(.invalidField, "A file needs at least one byte.", field: "size") }
        return try await uploadPipeline.required().uploads.make(size: request.size, owner: call.owner, at: call.now)
    }

    private func read(_ call: AdminContext) async throws -> Upload { try await find(call, uploadPipeline.required()) }

    private func sendPart(_ call: AdminContext) async throws -> Upload {
        let uploadPipeline = try uploadPipeline.required()
        let upload = try await find(call, uploadPipeline)
        let number = try RequestedPart(call.fields, number: call.query.integer("number"), of: upload).number
        let digest = try call.fields[.contentDigest].map(RequestedPart.sha256)
        var bytes: [UInt8] = []
        // A slow network may take long for a part; the connection handlers close a silent connection.
        try await call.stream.read(upTo: Int(min(upload.partSize, upload.size))) { bytes.append(contentsOf: $0.readableBytesView) }
        return try await uploadPipeline.uploads.put(bytes, part: number, of: upload.id, sha256: digest, owner: call.owner, at: call.now)
    }

    private func complete(_ call: AdminContext) async throws -> Upload {
        try await uploadPipeline.required().uploads.complete(call.path["id"], owner: call.owner, at: call.now)
    }

    private func list(_ call: AdminContext) async throws -> ResourceList<Upload> {
        ResourceList(data: try await uploadPipeline.required().uploads.uploads(of: call.owner, at: call.now))
    }

    private func cancel(_ call: AdminContext) async throws {
        guard try await uploadPipeline.required().uploads.cancel(call.path["id"], owner: call.owner, at: call.now) else {
            throw Audience.nothing
        }
    }

    private func find(_ call: AdminContext, _ uploadPipeline: UploadPipeline) async throws -> Upload {
        guard let upload = try await uploadPipeline.uploads.upload(call.path["id"], owner: call.owner, at: call.now) else {
            throw Audience.nothing
        }
        return upload
    }
}

extension AdminContext {
    /// The owner of uploads: anybody who may change any video of the business may continue one. Others have their own.
    var owner: String {
        let business = administrator.businessID
        return administrator.has("videos:write") ? business : "\(business) \(administrator.callerName)"
    }
}

/// The part that a request contains, by its number or by its byte range in the file.
struct RequestedPart: Hashable, Sendable {
    let number: Int

    init(_ fields: HTTPFields, number: Int?, of upload: Upload) throws(APIError) {
        guard let text = fields[.contentRange] else {
            guard let number else {
                throw APIError(.invalidField, "The part's number is missing. Send it, or Content-Range.", field: "number")
            }
            self.number = number
            return
        }
        let found = try Self.number(text, upload)
        guard number == nil || number == found else {
            throw APIError(.invalidField, "It is not the part in Content-Range.", field: "number")
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
                .invalidField,
                "A part must begin at a multiple of \(upload.partSize) bytes and have that many bytes; the last one may have fewer.",
                field: "Content-Range")
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
        throw APIError(.invalidField, "It must contain sha-256=:BASE64:.", field: "Content-Digest")
    }
}
