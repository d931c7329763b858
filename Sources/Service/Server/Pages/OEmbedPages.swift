// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// `/oembed`, which lets other sites embed videos (oembed.com), and small files that browsers and crawlers request automatically.
struct OEmbedPages: RouteGroup {
    let pages: PageRoutes

    var endpoints: [Endpoint] {
        [
            Endpoint(page: "/oembed", embed),
            Endpoint(page: "/favicon.ico") { _ in PageRoutes.redirect(to: PageAsset.path("icon.svg")) },
            Endpoint(page: "/robots.txt") { call in
                Response(
                    "text/plain; charset=utf-8",
                    text:
                        "User-agent: *\nDisallow: \(StudioRoutes.root)\nDisallow: \(APIRoute.prefix)\nSitemap: \(pages.base(call))/sitemap.xml\n"
                )
            },
        ]
    }

    private func embed(_ call: RequestContext) async throws -> Response {
        if let format = call.query["format"], format != "json" { return Response(status: 501) }
        guard let id = id(in: call.query["url"] ?? "", call) else { return Response(status: 404) }
        let audience = try await PageAudience(pages, call).audience
        guard let found = try await pages.catalogue.resources.find(Video.self, id: id),
            let video = try await audience.visible([found]).first
        else { return Response(status: 404) }
        let limits = [call.query.integer("maxwidth"), call.query.integer("maxheight")].compactMap { $0 }
        let maxSide = min(1280, max(120, limits.min() ?? 640))
        return try .json(EmbedAnswer(pages.addresses.resolved(video, to: call), base: pages.base(call), within: maxSide))
    }

    /// The video id in the URL of one of this service's player pages.
    private func id(in address: String, _ call: RequestContext) -> String? {
        for path in ["/watch/", "/embed/"] {
            let start = pages.base(call) + path
            guard address.hasPrefix(start) else { continue }
            let id = String(address.dropFirst(start.count).prefix { $0 != "?" && $0 != "#" && $0 != "/" })
            return OpaqueID.isWellFormed(id) ? id : nil
        }
        return nil
    }
}
