// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// `/oembed`, which lets other sites embed videos (oembed.com), and small files that browsers and crawlers request automatically.
struct OEmbedPages: PageGroup {
    let handler: PageHandler

    func answer(_ call: PageCall) async throws -> APIResponse? {
        switch call.path {
        case ["oembed"]: return try await embed(call)
        case ["favicon.ico"]: return PageHandler.redirect(to: PageAsset.path("icon.svg"))
        case ["robots.txt"]:
            return APIResponse(
                "text/plain; charset=utf-8",
                text: "User-agent: *\nDisallow: /studio\nDisallow: /v1/\nSitemap: \(handler.base(call))/sitemap.xml\n")
        default: return nil
        }
    }

    private func embed(_ call: PageCall) async throws -> APIResponse {
        if let format = call.query["format"], format != "json" { return APIResponse(status: 501) }
        guard let id = id(in: call.query["url"] ?? "", call) else { return APIResponse(status: 404) }
        let audience = try await PageAudience(handler, call).audience
        guard let found = try await handler.catalogue.resources.find(Video.self, id: id),
            let video = try await audience.visible([found]).first
        else { return APIResponse(status: 404) }
        let limits = [call.query.integer("maxwidth"), call.query.integer("maxheight")].compactMap { $0 }
        let most = min(1280, max(120, limits.min() ?? 640))
        return try .json(EmbedAnswer(handler.addresses.resolved(video, to: call), base: handler.base(call), within: most))
    }

    /// The video id in the URL of one of this service's player pages.
    private func id(in address: String, _ call: PageCall) -> String? {
        for path in ["/watch/", "/embed/"] {
            let start = handler.base(call) + path
            guard address.hasPrefix(start) else { continue }
            let id = String(address.dropFirst(start.count).prefix { $0 != "?" && $0 != "#" && $0 != "/" })
            return OpaqueID.isWellFormed(id) ? id : nil
        }
        return nil
    }
}
