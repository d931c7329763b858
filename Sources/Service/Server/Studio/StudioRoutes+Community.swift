// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

extension StudioRoutes {
    static let community = [StudioRoute("moderation") { call in try await call.moderation() }]
}

extension StudioContext {
    fileprivate func moderation() async throws -> StudioPage {
        let isDecided = query["decided"] == "yes"
        var parameters = ["page_size": "25"]
        if isDecided { parameters["decided"] = "yes" }
        if let before = query["before_id"], !before.isEmpty { parameters["before_id"] = before }
        let found = try await ask(ResourceList<ContentReport>.self, "listReports", [:], parameters)
        let next = found.paging.next.flatMap { path in
            QueryValues(encoded: path.split(separator: "?").last ?? "")?["before_id"]
        }.map { "?\(isDecided ? "decided=yes&" : "")before_id=\($0)" }
        let videos = try await catalogue.resources.find(Video.self, ids: Set(found.data.map(\.videoID)).sorted())
        let log = try await ask(ResourceList<ModerationEntry>.self, "listModeration", [:], ["page_size": "25"])
        let rules =
            may("businesses:read")
            ? try await Business.find(administrator.businessID, in: catalogue).comments ?? CommentSettings() : nil
        return StudioModeration(
            StudioList(found.data, next: next), isDecided: isDecided,
            captions: Dictionary(videos.map { ($0.id, $0.caption) }) { first, _ in first }, log: log.data, rules: rules,
            mayWrite: may("moderation:write"), mayChangeRules: may("businesses:write")
        ).page
    }
}
