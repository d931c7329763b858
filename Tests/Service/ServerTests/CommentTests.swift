// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Likes, comments and reports", .onEachDatabase) struct CommentTests {
    private static func with(
        _ rules: CommentSettings = CommentSettings(isOpen: true), _ body: @escaping @Sendable (RunningService) async throws -> Void
    ) async throws {
        try await RunningService.with { settings, _ in
            settings.callsPerSecond = 1000
        } _: { service in
            var business = Business(id: "b1", name: "b1")
            business.comments = rules
            try await service.catalogue.resources.save(business, at: service.clock.now)
            try await service.addChannel("c1")
            try await service.addVideo("v1")
            try await body(service)
        }
    }

    @discardableResult
    private static func write(
        _ client: Client, _ text: String = "Nice", to video: String = "v1", name: String? = nil
    ) async throws -> VideoComment {
        let reply = try await client.post("/v1/videos/\(video)/comments", CommentRequest(text: text, username: name))
        #expect(reply.status == 201, "\(reply.text)")
        return try reply.json(VideoComment.self)
    }

    private static func comments(_ client: Client, _ path: String = "/v1/videos/v1/comments") async throws -> ResourceList<VideoComment> {
        try await client.get(path).json(ResourceList<VideoComment>.self)
    }

    private static func reports(_ manager: Manager, _ rest: String = "") async throws -> [ContentReport] {
        try await manager.send(.GET, "/v1/admin/reports" + rest).json(ResourceList<ContentReport>.self).data
    }

    @Test("A guest's like counts once, can be taken back, and goes with the guest and the video") func likes() async throws {
        try await Self.with { service in
            let (one, two) = (try await service.client(), try await service.client(device: "d"))
            func likes(_ client: Client, _ method: String = "GET") async throws -> VideoLikes {
                let path = method == "GET" ? "/v1/videos/v1/likes" : "/v1/videos/v1/likes/me"
                let reply = try await client.send(.init(rawValue: method), path)
                #expect(reply.status == 200, "\(reply.text)")
                return try reply.json(VideoLikes.self)
            }
            for _ in 0..<3 { #expect(try await likes(one, "PUT") == VideoLikes(count: 1, liked: true)) }
            #expect(try await likes(two) == VideoLikes(count: 1, liked: false))
            #expect(try await likes(two, "DELETE") == VideoLikes(count: 1, liked: false))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { _ = try await likes(two, "PUT") } }
                try await group.waitForAll()
            }
            #expect(try await likes(one) == VideoLikes(count: 2, liked: true))
            #expect(try await two.get("/v1/guests/me").text.contains("\"liked_at\""))
            #expect(try await likes(one, "DELETE") == VideoLikes(count: 1, liked: false))
            #expect(try await two.send(.DELETE, "/v1/guests/me").status == 204)
            #expect(try await likes(one) == VideoLikes(count: 0, liked: false))
            _ = try await likes(one, "PUT")
            #expect(try await service.catalogue.resources.delete(Video.self, id: "v1"))
            try await service.addVideo("v1")
            #expect(try await likes(one) == VideoLikes(count: 0, liked: false))
        }
    }

    @Test("Comments are listed page by page, with an alias of their author, and deleted by nobody else") func paging() async throws {
        try await Self.with { service in
            let (author, reader) = (try await service.client(), try await service.client())
            var ids: [String] = []
            for number in 0..<5 {
                ids.append(try await Self.write(author, "Comment \(number)").id)
                service.clock.advance(by: 1)
            }
            let first = try await Self.comments(reader, "/v1/videos/v1/comments?page_size=3")
            #expect(first.data.map(\.id) == Array(ids.reversed().prefix(3)))
            #expect(first.data.allSatisfy { $0.isOwn == false })
            #expect(first.data.allSatisfy { $0.authorID != author.guestID })
            #expect(Set(first.data.map(\.authorID)).count == 1)
            #expect(first.data.allSatisfy { $0.username.hasPrefix("Guest ") })
            let second = try await Self.comments(reader, try #require(first.paging.next))
            #expect(second.data.map(\.id) == Array(ids.prefix(2).reversed()))
            #expect(second.paging.next == nil)
            #expect(try await reader.send(.DELETE, "/v1/videos/v1/comments/\(ids[0])").status == 404)
            #expect(try await author.send(.DELETE, "/v1/videos/other/comments/\(ids[0])").status == 404)
            #expect(try await author.send(.DELETE, "/v1/videos/v1/comments/\(ids[0])").status == 204)
            #expect(try await Self.comments(author).data.map(\.isOwn) == [true, true, true, true])
            // With their author's data.
            #expect(try await author.get("/v1/guests/me").text.contains("Comment 3"))
            #expect(try await author.send(.DELETE, "/v1/guests/me").status == 204)
            #expect(try await Self.comments(reader).data == [])
        }
    }

    @Test(
        "Bad comments are refused with the field",
        arguments: [
            (#"{"text":""}"#, "text"), (#"{"text":" \u200B\n "}"#, "text"), (#"{"text":"x","username":"a\nb"}"#, "username"),
            (#"{"text":"x","username":"BÁD word"}"#, "username"), (#"{"text":"\#(String(repeating: "a", count: 1001))"}"#, "text"),
        ])
    func bad(json: String, field: String) async throws {
        try await Self.with(CommentSettings(isOpen: true, blocklist: ["bad"])) { service in
            let reply = try await service.client().send(.POST, "/v1/videos/v1/comments", json: json)
            #expect(reply.status == 422, "\(reply.text)")
            #expect(reply.error?.field == field)
        }
    }

    @Test("Comments need open rules, a video that the guest may see, and patience") func refusals() async throws {
        try await Self.with(CommentSettings()) { service in
            let client = try await service.client()
            let request = CommentRequest(text: "x")
            #expect(try await client.post("/v1/videos/v1/comments", request).code == .commentsClosed)
            let manager = try await Manager(service)
            let change = try await manager.send(.PATCH, "/v1/admin/business", json: #"{"comments":{"open":true}}"#)
            #expect(try change.json(Business.self).comments == CommentSettings(isOpen: true))
            try await service.addVideo("gone") { $0.blockingReason = "legal" }
            #expect(try await client.post("/v1/videos/gone/comments", request).status == 404)
            #expect(try await client.get("/v1/videos/gone/comments").status == 404)
            try await service.addVideo("locked")
            var stream = LiveStream(id: "l1", videoID: "locked", channelID: "c1", title: "x")
            stream.accessCodeHash = "hash"
            try await service.catalogue.resources.save(stream, at: service.clock.now)
            for reply in [
                try await client.post("/v1/videos/locked/comments", request), try await client.get("/v1/videos/locked/comments"),
                try await client.post("/v1/videos/locked/comments/x/reports", ReportRequest(reason: .spam)),
            ] { #expect(reply.code == .incorrectAccessCode, "\(reply.text)") }
            var statuses: [Int] = []
            for _ in 0..<8 { statuses.append(try await client.post("/v1/videos/v1/comments", request).status) }
            #expect(statuses.last == 429)
            #expect(statuses.contains(201))
        }
    }

    @Test("A comment leaves caches of media access alone; taking a video down does not") func caches() async throws {
        try await Self.with { service in
            let author = try await service.client()
            let before = service.catalogue.media.changes
            let comment = try await Self.write(author)
            let manager = try await Manager(service)
            #expect(try await manager.send(.POST, "/v1/admin/comments/\(comment.id)/hide").status == 200)
            #expect(try await manager.send(.DELETE, "/v1/admin/comments/\(comment.id)").status == 204)
            #expect(service.catalogue.media.changes == before)
            #expect(try await author.post("/v1/videos/v1/reports", ReportRequest(reason: .illegal)).status == 204)
            let report = try #require(try await Self.reports(manager).first)
            #expect(service.catalogue.media.changes == before)
            let path = "/v1/admin/reports/\(report.id)/decision"
            #expect(try await manager.send(.POST, path, json: #"{"action":"take_down"}"#).status == 200)
            #expect(service.catalogue.media.changes > before)
        }
    }

    @Test("A comment with a blocked word waits for a moderator, who shows it") func held() async throws {
        try await Self.with(CommentSettings(isOpen: true, blocklist: ["Darn"])) { service in
            let (author, reader) = (try await service.client(), try await service.client())
            let comment = try await Self.write(author, "dárn it")
            #expect(comment.hidden)
            #expect(try await Self.comments(reader).data == [])
            let manager = try await Manager(service)
            let report = try #require(try await Self.reports(manager).first)
            #expect(report.reason == .held)
            #expect(report.comment?.text == "dárn it")
            let shown = try await manager.send(.POST, "/v1/admin/reports/\(report.id)/decision", json: #"{"action":"dismiss"}"#)
            #expect(shown.status == 200, "\(shown.text)")
            #expect(try await Self.comments(reader).data.map(\.id) == [comment.id])
            #expect(try await Self.reports(manager) == [])
            #expect(try await Self.reports(manager, "?decided=yes").map(\.id) == [report.id])
        }
    }

    @Test("Reports are counted once for each guest, decided once, and logged; they don't tell who reported") func reporting() async throws {
        try await Self.with { service in
            let (author, reporter) = (try await service.client(), try await service.client())
            let comment = try await Self.write(author, "Buy now")
            for _ in 0..<2 {
                let path = "/v1/videos/v1/comments/\(comment.id)/reports"
                #expect(try await reporter.post(path, ReportRequest(reason: .spam, text: "An ad")).status == 204)
            }
            #expect(try await reporter.post("/v1/videos/v1/reports", ReportRequest(reason: .violence)).status == 204)
            let wrong = try await reporter.send(.POST, "/v1/videos/v1/reports", json: #"{"reason":"held"}"#)
            #expect(wrong.status == 422, "\(wrong.text)")
            let manager = try await Manager(service)
            let reported = try await manager.send(.GET, "/v1/admin/reports")
            #expect(!reported.text.contains(reporter.guestID))
            let open = try await Self.reports(manager)
            #expect(open.count == 2)
            let ofComment = try #require(open.first { $0.commentID == comment.id })
            let ofVideo = try #require(open.first { $0.commentID == nil })
            func decide(_ report: ContentReport, _ action: ReportAction, as manager: Manager) async throws -> Reply {
                try await manager.send(
                    .POST, "/v1/admin/reports/\(report.id)/decision",
                    json: ContractJSON.text(ReportDecision(action: action, note: "checked")))
            }
            let stranger = try await Manager(service, business: "b2")
            #expect(try await decide(ofComment, .hide, as: stranger).status == 404)
            #expect(try await Self.reports(stranger) == [])
            #expect(try await decide(ofVideo, .hide, as: manager).status == 422)
            #expect(try await decide(ofComment, .hide, as: manager).status == 200)
            #expect(try await decide(ofComment, .dismiss, as: manager).code == .invalidTransition)
            #expect(try await Self.comments(author).data == [])
            #expect(try await decide(ofVideo, .takeDown, as: manager).status == 200)
            #expect(try await author.get("/v1/videos/v1").status == 404)
            let log = try await manager.send(.GET, "/v1/admin/moderation").json(ResourceList<ModerationEntry>.self).data
            #expect(Set(log.map(\.action)) == ["report_hide", "report_take_down"])
            #expect(log.allSatisfy { $0.note == "checked" })
            #expect(try await stranger.send(.GET, "/v1/admin/moderation").json(ResourceList<ModerationEntry>.self).data == [])
            // Reports go with who reported them.
            #expect(try await reporter.send(.DELETE, "/v1/guests/me").status == 204)
            #expect(try await Self.reports(manager, "?decided=yes") == [])
        }
    }

    @Test("Moderators hide, show and delete comments of their own business, and mute authors on all its videos") func moderation()
        async throws
    {
        try await Self.with { service in
            try await service.addVideo("v2")
            let author = try await service.client()
            let comment = try await Self.write(author)
            let (manager, stranger) = (try await Manager(service), try await Manager(service, business: "b2"))
            let path = "/v1/admin/comments/\(comment.id)"
            for step in ["hide", "show", "mute", "unmute"] {
                #expect(try await stranger.send(.POST, "\(path)/\(step)").status == 404, "\(step)")
            }
            #expect(try await stranger.send(.DELETE, path).status == 404)
            #expect(try await stranger.send(.GET, "/v1/admin/comments?video_id=v1").status == 404)
            #expect(try await manager.send(.POST, "\(path)/hide").json(VideoComment.self).hidden)
            #expect(try await Self.comments(author).data == [])
            let hidden = try await manager.send(.GET, "/v1/admin/comments?video_id=v1&hidden=yes").json(ResourceList<VideoComment>.self)
            #expect(hidden.data.map(\.id) == [comment.id])
            #expect(try await manager.send(.POST, "\(path)/show").json(VideoComment.self).hidden == false)
            #expect(try await Self.comments(author).data.count == 1)
            #expect(try await manager.send(.POST, "\(path)/mute").status == 200)
            #expect(try await author.post("/v1/videos/v2/comments", CommentRequest(text: "x")).code == .chatMuted)
            #expect(try await manager.send(.POST, "\(path)/unmute").status == 200)
            service.clock.advance(by: 5)
            try await Self.write(author, to: "v2")
            #expect(try await manager.send(.DELETE, path).status == 204)
            #expect(try await Self.comments(author).data == [])
            let log = try await manager.send(.GET, "/v1/admin/moderation").json(ResourceList<ModerationEntry>.self).data
            #expect(
                Set(log.map(\.action)) == ["comment_hidden", "comment_shown", "author_muted", "author_unmuted", "comment_deleted"])
            #expect(try await Manager(service, scopes: ["moderation:read"]).send(.POST, "\(path)/hide").status == 403)
        }
    }

    @Test("Studio shows the queue, with what people wrote as text") func studio() async throws {
        try await Self.with { service in
            let author = try await service.client()
            let comment = try await Self.write(author, "<script>alert(1)</script>")
            let path = "/v1/videos/v1/comments/\(comment.id)/reports"
            #expect(try await author.post(path, ReportRequest(reason: .other, text: "<b>x</b>")).status == 204)
            let studio = try await StudioBrowsing.signedIn(service)
            let page = try await service.get("/studio/moderation", [("Cookie", studio.cookie)])
            #expect(page.status == 200, "\(page.text)")
            #expect(page.text.contains("&lt;script&gt;alert(1)"))
            #expect(!page.text.contains("<script>alert"))
            #expect(page.text.contains("/v1/admin/reports/"))
            let decided = try await service.get("/studio/moderation?decided=yes", [("Cookie", studio.cookie)])
            #expect(decided.status == 200)
        }
    }
}
