// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// Serves browsers: pages, and their scripts and style sheets. They are not part of the API or the
/// OpenAPI document; their scripts use the API.
struct PageHandler: Sendable {
    let catalogue: Catalogue
    let addresses: MediaAddresses
    let tokenSigner: TokenSigner
    /// The app whose videos are shown; nil for the oldest app that isn't restricted to packages.
    let app: String?
    let limiter: RateLimiter
    /// Further origins of images and media.
    let origins: [String]

    func policy(isEmbeddable: Bool) -> PagePolicy { PagePolicy(isEmbeddable: isEmbeddable, origins: origins) }

    /// The package id with which pages authenticate guests.
    static let package = "windowbox.web"

    /// The first path components that belong to pages.
    private static let words: Set<Substring> = [
        "watch", "embed", "oembed", "assets", "studio", "favicon.ico", "robots.txt", "rss.xml", "sitemap.xml",
    ]

    static func serves(_ path: String) -> Bool { path == "/" || words.contains(path.dropFirst().prefix { $0 != "/" }) }

    /// All page groups; the first that responds handles the request.
    private var groups: [any PageGroup] {
        [FeedPages(handler: self), WatchPages(handler: self), OEmbedPages(handler: self), SyndicationPages(handler: self)]
    }

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

    /// A response with a page.
    static func page(_ html: String, status: Int = 200, policy: PagePolicy = PagePolicy()) -> APIResponse {
        var answer = APIResponse(status: status, "text/html; charset=utf-8", text: html)
        for (name, value) in policy.fields { if let name = HTTPField.Name(name) { answer.fields[name] = value } }
        answer.fields[.vary] = "Accept-Language"
        answer.packing = .made
        // Must not be cached: the feed may contain other videos next time.
        answer.fields[.cacheControl] = "no-store"
        return answer
    }

    /// - Parameter status: 302 if the target may change.
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
    /// Nil if the page isn't one of this group.
    func answer(_ call: PageCall) async throws -> APIResponse?
}

/// A browser's request for a page.
struct PageCall: AddressAsker, Sendable {
    /// The path's components, decoded; empty for `/`.
    let path: [String]
    let query: QueryValues
    /// The query as sent, without the question mark; empty if there is none.
    let rawQuery: String
    let fields: HTTPFields
    let host: String?
    let origin: RequestOrigin
    let now: Date
    let language: PageLanguage

    /// Nil if the path or the query isn't percent-encoded UTF-8.
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
