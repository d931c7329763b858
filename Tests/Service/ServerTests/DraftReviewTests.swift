// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

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
            let draft = "videos/\(try await author.send(.POST, "/v1/admin/videos", json: Self.ready).json(Video.self).id)"
            func expectRefused(_ method: HTTPMethod, _ path: String, _ json: String? = nil, line: Int = #line) async throws {
                let reply = try await author.send(method, "/v1/admin/" + path, json: json)
                #expect(reply.status == 403 && reply.code == .insufficientScope, "line \(line): \(reply.status) \(reply.text)")
            }
            for access in ["public", "unlisted", "own_apps"] {
                try await expectRefused(.POST, "videos", #"{"channel_id":"c1","access":"\#(access)"}"#)
                try await expectRefused(.PATCH, draft, #"{"access":"\#(access)"}"#)
            }
            try await expectRefused(.PATCH, "videos/v1", #"{"caption":"Mine"}"#)
            try await expectRefused(.PATCH, "videos/v1", #"{"access":"private"}"#)
            try await expectRefused(.PUT, "videos/v1/hashtags", #"{"hashtags":["mine"]}"#)
            try await expectRefused(.DELETE, "videos/v1")
            try await expectRefused(.PATCH, draft, #"{"review":{"status":"returned"}}"#)
            try await expectRefused(.POST, "imports", #"{"channel_id":"c1","access":"public","url":"https://films.example/a.mp4"}"#)
            for path in ["channels", "playlists", "products"] { try await expectRefused(.POST, path, "{}") }
            #expect(try await author.send(.PATCH, "/v1/admin/\(draft)", json: #"{"review":{"status":"odd"}}"#).status == 422)
            // Without a word about access, what a contributor creates is a draft.
            let made = try await author.send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c1","caption":"Noon"}"#)
            #expect(try made.json(Video.self).access == .owners, "\(made.text)")
            #expect(try await author.send(.DELETE, "/v1/admin/\(draft)").status == 204)
            #expect(try await service.client().get("/v1/videos/v1").json(Video.self).caption == "Video v1")
        }
    }

    @Test("A contributor neither changes nor deletes a draft of somebody else, a contributor or an editor") func others() async throws {
        try await Self.with { service, author, editor in
            let other = try await StudioPerson.signedIn(service, .contributor, email: "second@b1.example")
            for owner in [other, editor] {
                let id = try await owner.send(.POST, "/v1/admin/videos", json: Self.ready).json(Video.self).id
                let path = "/v1/admin/videos/\(id)"
                let changes: [(HTTPMethod, String, String?)] = [
                    (.PATCH, "", #"{"caption":"Mine"}"#), (.PATCH, "", #"{"review":{"status":"requested"}}"#),
                    (.PUT, "/hashtags", #"{"hashtags":["mine"]}"#), (.PUT, "/cohorts", #"{"cohorts":{}}"#),
                    (.PUT, "/products", #"{"products":[]}"#),
                    (.PUT, "/cta", #"{"type":"view","title":"Buy","url":"https://a.example"}"#), (.DELETE, "/subtitles/en", nil),
                    (.DELETE, "", nil),
                ]
                for (method, part, json) in changes {
                    let reply = try await author.send(method, path + part, json: json)
                    #expect(reply.status == 403 && reply.code == .insufficientScope, "\(method) \(part): \(reply.status) \(reply.text)")
                }
                let page = try await author.browsing.get("/studio/videos/\(id)").text
                #expect(page.contains("read-only") && page.contains("by its author") && !page.contains("data-snapshot"))
                #expect(try await !owner.browsing.get("/studio/videos/\(id)").text.contains("read-only"))
                let changed = try await owner.send(.PATCH, path, json: #"{"caption":"Evening"}"#)
                #expect(try changed.json(Video.self).caption == "Evening", "\(changed.text)")
                #expect(try await owner.send(.DELETE, path).status == 204)
            }
        }
    }

    @Test("A contributor neither sees nor cancels uploads of others, and finishes own ones") func uploads() async throws {
        try await Self.with { service, author, editor in
            let asked = #"{"file_name":"a.mp4","size":5}"#
            let theirs = try await editor.send(.POST, "/v1/admin/uploads", json: asked).json(Upload.self)
            let own = try await author.send(.POST, "/v1/admin/uploads", json: asked).json(Upload.self)
            for (person, seen, hidden) in [(author, own, theirs), (editor, theirs, own)] {
                let list = try await person.send(.GET, "/v1/admin/uploads").json(ResourceList<Upload>.self)
                #expect(list.data.map(\.id) == [seen.id])
                #expect(try await person.send(.GET, "/v1/admin/uploads/\(seen.id)").status == 200)
                #expect(try await person.send(.GET, "/v1/admin/uploads/\(hidden.id)").status == 404)
                #expect(try await person.send(.DELETE, "/v1/admin/uploads/\(hidden.id)").status == 404)
                let film = #"{"channel_id":"c1","upload_id":"\#(hidden.id)"}"#
                #expect(try await person.send(.POST, "/v1/admin/imports", json: film).status >= 400)
            }
        }
    }

    @Test("Files for a published video, or for a draft of somebody else, are refused before they are stored") func files() async throws {
        try await Self.with { service, _, editor in
            let program = try await Manager(service, scopes: ["drafts:write", "videos:read"])
            try await service.addVideo("v1")
            let draft = try await editor.send(.POST, "/v1/admin/videos", json: Self.ready).json(Video.self).id
            let own = try await program.send(.POST, "/v1/admin/videos", json: Self.ready).json(Video.self).id
            let storage = try #require(service.service.uploadPipeline).storage
            let captions = Array("WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n".utf8)
            let picture = VideoPartTests.png(width: 16, height: 16)
            for (id, status) in [("v1", 403), (draft, 403), (own, 200)] {
                for (part, bytes, type) in [("subtitles/en", captions, "text/vtt"), ("poster", picture, "image/png")] {
                    let reply = try await program.send(.PUT, path: "/v1/admin/videos/\(id)/\(part)", bytes: bytes, type: type)
                    #expect(reply.status == status, "\(id) \(part): \(reply.text)")
                }
                let stored = try await storage.list(below: try #require(StorageKey("videos/\(id)")))
                #expect(stored.isEmpty == (status == 403), "\(stored.map(\.key))")
            }
        }
    }
}
