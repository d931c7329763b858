// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOCore
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// Serves browsers: pages, and their scripts and style sheets. They are not part of the API or the
/// OpenAPI document; their scripts use the API.
struct PageRoutes: RouteGroup {
    let catalogue: Catalogue
    let addresses: MediaAddresses
    let tokenSigner: TokenSigner
    let searchCursors: SearchCursors
    /// The app whose videos are shown; nil for the oldest app that isn't restricted to packages.
    let app: String?
    /// Further origins of images and media.
    let origins: [String]

    func policy(isEmbeddable: Bool) -> PagePolicy { PagePolicy(isEmbeddable: isEmbeddable, origins: origins) }

    /// The package id with which pages authenticate guests.
    static let package = "windowbox.web"

    var endpoints: [Endpoint] {
        let groups: [any RouteGroup] = [
            FeedPages(pages: self), SearchPages(pages: self), WatchPages(pages: self), OEmbedPages(pages: self),
            SyndicationPages(pages: self),
        ]
        let asset = Endpoint(page: PageAsset.prefix + "{version}/{name}") { call in
            guard let found = PageAsset.find(call.target.path) else { return Self.missing(call.language) }
            return Self.answer(found.asset, isCurrent: found.isCurrent)
        }
        return groups.flatMap(\.endpoints) + [asset.limited(by: .none).conditional()]
    }

    /// A response with a page.
    static func page(_ html: String, status: Int = 200, policy: PagePolicy = PagePolicy()) -> Response {
        var answer = Response(status: status, "text/html; charset=utf-8", text: html)
        for (name, value) in policy.fields { if let name = HTTPField.Name(name) { answer.fields[name] = value } }
        answer.fields[.vary] = "Accept-Language"
        answer.packing = .made
        // Must not be cached: the feed may contain other videos next time.
        answer.fields[.cacheControl] = "no-store"
        return answer
    }

    /// - Parameter status: 302 if the target may change.
    static func redirect(to path: String, status: Int = 302) -> Response {
        var answer = Response(status: status)
        answer.fields[.location] = path
        answer.fields[.cacheControl] = "no-store"
        return answer
    }

    static func missing(_ language: PageLanguage) -> Response { page(NotFoundPage(language: language).html, status: 404) }

    private static func answer(_ asset: PageAsset, isCurrent: Bool) -> Response {
        var answer = Response(asset.mediaType, text: asset.text)
        let known = Self.kept[asset.name]
        answer.packing = known.map { .kept($0.packed) }
        answer.fields[.eTag] = known?.tag
        answer.fields[.cacheControl] = isCurrent ? "public, max-age=31536000, immutable" : "no-cache"
        return answer
    }

    /// Entity tags and compressed bytes of the assets, by name.
    private static let kept: [String: (tag: String, packed: ByteBuffer)] = Dictionary(
        uniqueKeysWithValues: PageAsset.all.map { asset in
            let bytes = ByteBuffer(string: asset.text)
            return (asset.name, (EntityTag.of(bytes), ContentCoding.packed(bytes, isQuick: false)))
        })
}

extension Endpoint {
    /// A page, or a file that pages use.
    init(page path: String, _ respond: @escaping @Sendable (RequestContext) async throws -> Response) {
        self.init(.get, path, as: "page", errors: .page, respond)
    }
}

extension RequestContext {
    /// The language of a page: the one that the reader has chosen, or else the best one that the browser accepts.
    var language: PageLanguage { PageLanguage.choose(query["lang"], accepted: fields[.acceptLanguage]) }
}
