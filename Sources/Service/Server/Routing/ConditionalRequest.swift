// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore
import WindowboxContract
import WindowboxOrigin

/// Answers conditional and range requests (RFC 9110 13 and 14) for all responses that have an entity tag.
enum ConditionalRequest {
    /// Where a response's entity tag comes from.
    enum TagSource: Sendable {
        /// The handler sets it, or there is none.
        case handler
        /// It is a hash of the content.
        case content
    }

    /// Reduces a response to what the client doesn't have: nothing, or a range of a file.
    /// - Throws: an error with status 416 if the requested range is not in the file.
    static func apply(to answer: inout Response, tag source: TagSource, requestFields fields: HTTPFields) throws(HTTPError) {
        guard answer.status == 200 else { return }
        if source == .content, case .bytes(let bytes) = answer.content {
            answer.fields[.eTag] = EntityTag.of(bytes)
            // Only the client itself may keep it, and must revalidate it each time.
            answer.fields[.cacheControl] = "private, no-cache"
        }
        guard let tag = answer.fields[.eTag] else { return }
        if let known = fields[.ifNoneMatch], EntityTag.names(known, tag) {
            answer.status = 304
            answer.content = .nothing
            if source == .content { answer.fields[.contentType] = nil }
        } else if case .file(let file) = answer.content {
            try cut(file, of: &answer, tag, fields)
        }
    }

    private static func cut(_ file: Response.FileContent, of answer: inout Response, _ tag: String, _ fields: HTTPFields) throws(HTTPError)
    {
        // Only an identical strong tag allows a partial response (13.1.5).
        let isCurrent = fields[.ifRange].map { $0 == tag } ?? true
        let range = isCurrent ? fields[.range].flatMap(ByteRangeHeader.init) : nil
        switch range?.answer(length: file.length) ?? .whole {
        case .whole: break
        case .part(let part):
            answer.status = 206
            answer.fields[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.length)"
            answer.content = .stream(file.body(part))
        case .unsatisfiable:
            var error = HTTPError(APIError(.rangeNotSatisfiable, "The file has \(file.length) bytes.", field: "Range"))
            error.fields[.contentRange] = "bytes */\(file.length)"
            throw error
        }
    }
}
