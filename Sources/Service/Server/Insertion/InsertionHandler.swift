// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import WindowboxContract
import WindowboxInsertion
import WindowboxPages
import WindowboxStitcher

/// Passes requests for stitched streams to the ad insertion.
struct InsertionHandler: Sendable {
    let insertion: AdInsertion
    let limiter: RateLimiter
    /// The service's public base URL; nil to derive it from each request.
    let publicURL: String?
    private static let largestBody = 1 << 16

    static func serves(_ path: String) -> Bool { AdInsertion.serves(path) }

    func answer(_ request: Request, _ origin: RequestOrigin, _ body: BodyStream, at now: Date) async throws -> APIResponse {
        if request.method == .options { return CrossOrigin.preflight([.get, .post, .put, .delete]) }
        let method = Self.method(request.method)
        // Starting a session and calling an ad server cost more than later requests.
        let begins = method == .post || request.uri.path.hasPrefix(AdInsertion.prefix + "new/")
        if begins || method == .put {
            let key = RateLimitState.Key(caller: "address \(origin.address?.limitKey ?? "")", allowance: .ordinary)
            if let seconds = limiter.take(key, at: now.timeIntervalSince1970) { throw TooManyCalls(retryAfter: seconds) }
        }
        guard let query = Self.query(request.uri.query ?? "") else {
            throw APIError(.invalidField, "The query is no percent-encoded UTF-8.")
        }
        let bytes = method == .post || method == .put ? Array(try await body.collect(upTo: Self.largestBody)) : []
        let asked = InsertionRequest(
            method, request.uri.path, query: query, body: bytes, viewer: begins ? viewer(request.headers, origin) : .init(),
            base: begins ? base(request, origin) : "", isPrefetch: Self.isPrefetch(request.headers))
        let told = await insertion.answer(asked)
        var answer = APIResponse(status: told.status)
        answer.fields[.contentType] = told.mediaType
        for (name, value) in told.fields { if let name = HTTPField.Name(name) { answer.fields[name] = value } }
        var pieces = told.parts.map(\.bytes)
        if told.isWorthPacking {
            answer.fields[.vary] = "Accept-Encoding"
            if ContentCoding.takesGzip(request.headers) {
                answer.fields[.contentEncoding] = "gzip"
                pieces = DeflatedPart.gzip(told.parts)
            }
        }
        let length = pieces.reduce(0) { $0 + $1.count }
        if length > 0 {
            var body = ByteBufferAllocator().buffer(capacity: length)
            for piece in pieces { body.writeBytes(piece) }
            answer.content = .bytes(body)
        }
        return answer
    }

    private static func method(_ method: HTTPRequest.Method) -> InsertionRequest.Method {
        switch method {
        case .get: .get
        case .head: .head
        case .post: .post
        case .put: .put
        case .delete: .delete
        default: .other
        }
    }

    private static func query(_ text: String) -> [(name: String, value: String)]? {
        var query: [(name: String, value: String)] = []
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = FormText.decoded(parts[0]), let value = FormText.decoded(parts.count > 1 ? parts[1] : "") else { return nil }
            query.append((name, value))
        }
        return query
    }

    private func viewer(_ fields: HTTPFields, _ origin: RequestOrigin) -> StitchedSession.Viewer {
        func field(_ name: HTTPField.Name) -> String? { fields[name].map { String($0.prefix(512)) } }
        var viewer = StitchedSession.Viewer(
            address: origin.address?.text, userAgent: field(.userAgent), referrer: field(HTTPField.Name.referer))
        viewer.acceptLanguage = field(.acceptLanguage)
        return viewer
    }

    private func base(_ request: Request, _ origin: RequestOrigin) -> String {
        publicURL ?? "\(origin.isSecure ? "https" : "http")://\(request.head.authority ?? "localhost")"
    }

    private static func isPrefetch(_ fields: HTTPFields) -> Bool {
        purposes.contains { fields[$0]?.lowercased().contains("prefetch") ?? false }
    }

    /// The header fields in which browsers announce a prefetch.
    private static let purposes = ["Purpose", "Sec-Purpose", "X-Moz"].compactMap { HTTPField.Name($0) }
}

extension NetworkAddress {
    /// The usual notation.
    fileprivate var text: String {
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(
            separator: ":")
    }
}
