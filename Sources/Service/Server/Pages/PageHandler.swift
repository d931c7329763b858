// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// Answers browsers: pages, and the scripts and style sheets that they are made of. They are no part of the API, so neither the contract
/// nor the OpenAPI document has them; what their scripts ask is the API.
struct PageHandler: Sendable {
    let catalogue: Catalogue
    let addresses: MediaAddresses
    let seal: TokenSigner
    /// The app whose videos are shown; nil: the oldest that is not bound to packages.
    let app: String?
    let limiter: RateLimiter
    /// Where pictures and media may lie beside the service.
    let origins: [String]

    func policy(isEmbeddable: Bool) -> PagePolicy { PagePolicy(isEmbeddable: isEmbeddable, origins: origins) }

    /// As which package the pages ask for guests.
    static let package = "windowbox.web"

    /// The first word of a path that is a page's.
    private static let words: Set<Substring> = ["watch", "embed", "oembed", "assets", "studio", "favicon.ico", "robots.txt"]

    static func serves(_ path: String) -> Bool { path == "/" || words.contains(path.dropFirst().prefix { $0 != "/" }) }

    /// The table of contents: who answers for which pages. The first that answers has the page.
    private var groups: [any PageGroup] { [FeedPages(handler: self), WatchPages(handler: self), OEmbedPages(handler: self)] }

    func answer(_ request: Request, _ origin: RequestOrigin, at now: Date) async throws -> APIResponse {
        guard request.method == .get || request.method == .head else {
            if request.method == .options { return CrossOrigin.preflight([.get]) }
            var answer = APIResponse(status: 405)
            answer.fields[.allow] = CrossOrigin.allowed([.get])
            return answer
        }
        if let found = PageAsset.find(request.uri.path) { return Self.answer(found.asset, isCurrent: found.isCurrent, request.headers) }
        let key = RateLimitState.Key(caller: "address \(origin.address?.limitKey ?? "")", allowance: .ordinary)
        if let seconds = limiter.take(key, at: now.timeIntervalSince1970) { throw TooManyCalls(retryAfter: seconds) }
        guard let call = PageCall(request, origin, at: now) else {
            return Self.missing(PageLanguage.choose(accepted: request.headers[.acceptLanguage]))
        }
        do {
            for group in groups { if let answer = try await group.answer(call) { return answer } }
        } catch let error as APIError where error.code.status == 404 { return Self.missing(call.language) }
        return Self.missing(call.language)
    }

    /// An answer with a page.
    static func page(_ html: String, status: Int = 200, policy: PagePolicy = PagePolicy()) -> APIResponse {
        var answer = APIResponse(status: status, "text/html; charset=utf-8", text: html)
        for (name, value) in policy.fields { if let name = HTTPField.Name(name) { answer.fields[name] = value } }
        answer.fields[.vary] = "Accept-Language"
        answer.packing = .made
        // What is in a feed is told once: the next time there may be other videos.
        answer.fields[.cacheControl] = "no-store"
        return answer
    }

    /// - Parameter status: 302 for what may lead elsewhere tomorrow.
    static func redirect(to path: String, status: Int = 302) -> APIResponse {
        var answer = APIResponse(status: status)
        answer.fields[.location] = path
        answer.fields[.cacheControl] = "no-store"
        return answer
    }

    /// Whether a missing resource is answered with a page: for browsers, but never on API routes.
    static func wantsPage(_ request: Request) -> Bool {
        guard request.method == .get || request.method == .head else { return false }
        guard !["v1", "oauth", "media"].contains(request.uri.path.dropFirst().prefix { $0 != "/" }) else { return false }
        let accepted = AcceptField.entries(request.headers[.accept] ?? "")
        func weight(_ type: String) -> Double { accepted.first { $0.name == type }?.weight ?? 0 }
        return weight("text/html") > weight("application/json")
    }

    func missing(_ request: Request) -> APIResponse {
        var answer = Self.missing(PageLanguage.choose(accepted: request.headers[.acceptLanguage]))
        answer.fields[.vary] = "Accept, Accept-Language"
        return answer
    }

    static func missing(_ language: PageLanguage) -> APIResponse { page(NotFoundPage(language: language).html, status: 404) }

    private static func answer(_ asset: PageAsset, isCurrent: Bool, _ fields: HTTPFields) -> APIResponse {
        var answer = APIResponse(asset.mediaType, text: asset.text)
        let known = Self.kept[asset.name]
        let tag = known?.tag ?? ""
        answer.packing = known.map { .kept($0.packed) }
        answer.fields[.eTag] = tag
        answer.fields[.cacheControl] = isCurrent ? "public, max-age=31536000, immutable" : "no-cache"
        guard let asked = fields[.ifNoneMatch], EntityTag.names(asked, tag) else { return answer }
        answer.status = 304
        answer.content = .nothing
        return answer
    }

    /// Entity tags and compressed bytes of the assets, by name.
    private static let kept: [String: (tag: String, packed: ByteBuffer)] = Dictionary(
        uniqueKeysWithValues: PageAsset.all.map { asset in
            let bytes = ByteBuffer(string: asset.text)
            return (asset.name, (EntityTag.of(bytes), ContentCoding.packed(bytes, isQuick: false)))
        })
}

/// Pages of one capability.
protocol PageGroup: Sendable {
    /// Nil where the page is none of these.
    func answer(_ call: PageCall) async throws -> APIResponse?
}

/// What a browser asks of a page.
struct PageCall: AddressAsker, Sendable {
    /// The words of the path, decoded; empty for `/`.
    let path: [String]
    let query: QueryValues
    /// As it was sent, without its question mark; empty without one.
    let rawQuery: String
    let fields: HTTPFields
    let host: String?
    let origin: RequestOrigin
    let now: Date
    let language: PageLanguage

    /// Nil where the path or the query is no percent-encoded UTF-8.
    init?(_ request: Request, _ origin: RequestOrigin, at now: Date) {
        let words = request.uri.path.split(separator: "/").map { FormText.decoded($0, plusIsSpace: false) }
        guard let query = QueryValues(encoded: request.uri.query ?? ""), !words.contains(nil) else { return nil }
        path = words.compactMap { $0 }
        self.query = query
        rawQuery = request.uri.query ?? ""
        fields = request.headers
        host = request.head.authority
        self.origin = origin
        self.now = now
        language = PageLanguage.choose(query["lang"], accepted: request.headers[.acceptLanguage])
    }
}
