// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Contributors and the review of their drafts", .onEachDatabase) struct DraftReviewTests {
    private static func with(
        _ body: @escaping @Sendable (RunningService, StudioPerson, StudioPerson) async throws -> Void
    ) async throws {
        try await RunningService.taking { service in
            try await service.addChannel("c1")
            try await body(
                service, try await StudioPerson.signedIn(service, .contributor), try await StudioPerson.signedIn(service, .editor))
        }
    }

    private static let ready = #"{"channel_id":"c1","caption":"Noon","access":"private"}"#

    @Test("A draft is submitted, returned with a note, submitted again and published, which ends its review") func review() async throws {
        try await Self.with { service, author, editor in
            let made = try await author.send(.POST, "/v1/admin/videos", json: Self.ready)
            let id = try made.json(Video.self).id
            let path = "/v1/admin/videos/\(id)"
            #expect(try await author.send(.PUT, path + "/hashtags", json: #"{"hashtags":["sea"]}"#).status == 200)
            let asked = try await author.send(.PATCH, path, json: #"{"review":{"status":"requested","note":"Please"}}"#)
            #expect(try asked.json(Video.self).review == VideoReview(status: .requested, note: "Please"), "\(asked.text)")
            #expect(try await editor.browsing.get("/studio/videos").text.contains("draft, in review"))
            #expect(try await editor.browsing.get("/studio/videos/\(id)").text.contains("The author asks you to publish this draft"))

            let returned = try await editor.send(.PATCH, path, json: #"{"review":{"status":"returned","note":"<b>Shorter</b>"}}"#)
            #expect(returned.status == 200, "\(returned.text)")
            let page = try await author.browsing.get("/studio/videos/\(id)").text
            #expect(page.contains("An editor asks you to change this draft") && page.contains("&lt;b&gt;Shorter"))
            #expect(!page.contains("Publish now"))
            #expect(try await author.send(.PATCH, path, json: #"{"review":{"status":"requested","note":null}}"#).status == 200)

            let published = try await editor.send(.PATCH, path, json: #"{"access":"public"}"#)
            #expect(published.status == 200, "\(published.text)")
            #expect(try published.json(Video.self).review == nil)
        }
    }

    @Test("A contributor can neither publish a video, nor change or delete a published one, nor return a draft") func limits() async throws
    {
        try await Self.with { service, author, editor in
            try await service.addVideo("v1")
            try await service.addVideo("d1") { $0.access = .owners }
            func expectRefused(_ method: HTTPMethod, _ path: String, _ json: String? = nil, line: Int = #line) async throws {
                let reply = try await author.send(method, "/v1/admin/" + path, json: json)
                #expect(reply.status == 403 && reply.code == .insufficientScope, "line \(line): \(reply.status) \(reply.text)")
            }
            for access in ["public", "unlisted", "own_apps"] {
                try await expectRefused(.POST, "videos", #"{"channel_id":"c1","access":"\#(access)"}"#)
                try await expectRefused(.PATCH, "videos/d1", #"{"access":"\#(access)"}"#)
            }
            try await expectRefused(.PATCH, "videos/v1", #"{"caption":"Mine"}"#)
            try await expectRefused(.PATCH, "videos/v1", #"{"access":"private"}"#)
            try await expectRefused(.PUT, "videos/v1/hashtags", #"{"hashtags":["mine"]}"#)
            try await expectRefused(.DELETE, "videos/v1")
            try await expectRefused(.PATCH, "videos/d1", #"{"review":{"status":"returned"}}"#)
            try await expectRefused(.POST, "imports", #"{"channel_id":"c1","access":"public","url":"https://films.example/a.mp4"}"#)
            for path in ["channels", "playlists", "products"] { try await expectRefused(.POST, path, "{}") }
            #expect(try await author.send(.PATCH, "/v1/admin/videos/d1", json: #"{"review":{"status":"odd"}}"#).status == 422)
            // Without a word about access, what a contributor creates is a draft.
            let made = try await author.send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c1","caption":"Noon"}"#)
            #expect(try made.json(Video.self).access == .owners, "\(made.text)")
            #expect(try await author.send(.DELETE, "/v1/admin/videos/d1").status == 204)
            #expect(try await service.client().get("/v1/videos/v1").json(Video.self).caption == "Video v1")
        }
    }
}
