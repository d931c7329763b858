// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Chat") struct ChatTests {
    @Test(
        "Blocked words match as whole words, regardless of case, accents and width",
        arguments: [
            ("You are BÄD!", true), ("bad", true), ("ｂａｄ luck", true), ("a-bad-one", true), ("badger", false), ("b a d", false),
            ("two words here", true), ("two  WORDS", true), ("twowords", false), ("这是坏话吗", true), ("b\u{200B}ad", true), ("", false),
        ])
    func blocklist(text: String, isBlocked: Bool) {
        #expect(ChatText.isBlocked(text, by: ["bad", "Two words", "坏话", "!"]) == isBlocked)
    }

    @Test("Invisible and direction-changing characters are removed") func texts() throws {
        #expect(try ChatText.checked("  a\u{202E}b\u{0}\u{7}c\u{FEFF} \n", "text", limit: 10) == "abc")
        #expect(try ChatText.checked("👩‍👧 é", "text", limit: 30) == "👩‍👧 é")
        for text in ["", " \n", "\u{200B}\u{202E}", String(repeating: "x", count: 31)] {
            #expect(throws: APIError.self) { try ChatText.checked(text, "text", limit: 30) }
        }
        #expect(ChatText.folded("Ａnn\u{200D}É") == ChatText.folded("anne"))
    }

    @Test(
        "Chatting is allowed as the settings say",
        arguments: [
            (LiveStatus.idle, false, false), (.live, true, true), (.paused, true, true), (.completed, false, false), (.replay, false, true),
        ])
    func settings(status: LiveStatus, isOpen: Bool, isOpenInPrivate: Bool) async throws {
        try await RunningService.with { service in
            try await service.addLive("l1", status)
            let client = try await service.client()
            let reply = try await client.write("hello")
            #expect(isOpen ? reply.status == 201 : reply.code == .chatClosed)
            let secret = try await client.write("hello") { $0.isPrivate = true }
            #expect(isOpenInPrivate ? secret.status == 201 : secret.code == .chatClosed)
        }
    }

    @Test("A message has a pseudonym per stream, and never the guest's ID") func aliases() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let (ann, bob) = (try await service.client(), try await service.client())
            let first = try await ann.write("one").json(ChatMessage.self)
            let second = try await ann.write("two").json(ChatMessage.self)
            #expect(first.guestID == second.guestID)
            #expect(first.guestID != ann.guestID)
            #expect(try await bob.write("x").json(ChatMessage.self).guestID != first.guestID)
            #expect(first.username.hasPrefix("Guest "))
            #expect(first.id.count == 16)
        }
    }

    @Test("A username belongs to one guest, and never imitates a host") func names() async throws {
        try await RunningService.with { service in
            try await service.addLive { ($0.hosts, $0.chatSettings.blocklist) = (["Maria"], ["rude"]) }
            let (ann, bob) = (try await service.client(), try await service.client())
            func name(_ client: Client, _ name: String) async throws -> Reply {
                try await client.send(.PATCH, "/v1/live_streams/l1/me", json: ContractJSON.text(UsernameRequest(username: name)))
            }
            #expect(try await name(ann, " Ann ").json(UsernameRequest.self).username == "Ann")
            for taken in ["ann", "ÁNN", "Ａnn", "MARIA", "mar\u{200D}ia"] {
                #expect(try await name(bob, taken).code == .conflict, "\(taken)")
            }
            for wrong in ["", "\u{202E}", "so rude", String(repeating: "x", count: 61), "a\nb"] {
                #expect(try await name(bob, wrong).error?.field == "username", "\(wrong)")
            }
            // Taking another name releases the previous one.
            #expect(try await name(ann, "Anna").status == 200)
            #expect(try await bob.write("hi") { $0.username = "Ann" }.json(ChatMessage.self).username == "Ann")
            #expect(
                try await name(ann, "<script>alert(1)</script>\"';--").json(UsernameRequest.self).username
                    == "<script>alert(1)</script>\"';--")
        }
    }

    @Test("Names can be fixed or hidden") func lockedNames() async throws {
        try await RunningService.with { service in
            try await service.addLive { ($0.chatSettings.usernameEditable, $0.chatSettings.usernameVisible) = (false, false) }
            let client = try await service.client()
            #expect(try await client.send(.PATCH, "/v1/live_streams/l1/me", json: #"{"username":"Ann"}"#).code == .conflict)
            #expect(try await client.write("hi") { $0.username = "Ann" }.json(ChatMessage.self).username == "")
            let kept = try await service.catalogue.resources.list(ChatRecord.self, parent: "l1", before: nil, since: nil, limit: 9)
            #expect(kept.first?.message.username.hasPrefix("Guest ") == true)
        }
    }

    @Test("In slow mode a guest waits between two messages") func slowMode() async throws {
        try await RunningService.with { service in
            try await service.addLive { $0.chatSettings.slowModeSeconds = 30 }
            let client = try await service.client()
            #expect(try await client.write("one").status == 201)
            service.clock.advance(by: 10)
            let refused = try await client.write("two")
            #expect(refused.status == 429)
            #expect(refused.code == .rateLimited)
            #expect(refused["Retry-After"] == "20")
            #expect(try await service.client().write("three").status == 201)
            service.clock.advance(by: 20)
            #expect(try await client.write("two").status == 201)
        }
    }

    @Test("A guest who writes too much is rate limited") func floods() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let client = try await service.client()
            var statuses: [Int] = []
            for number in 0..<8 { statuses.append(try await client.write("\(number)").status) }
            #expect(statuses == [201, 201, 201, 201, 201, 429, 429, 429])
            for _ in 0..<40 { #expect(try await client.send(.POST, "/v1/live_streams/l1/likes").status == 200) }
            #expect(try await client.send(.POST, "/v1/live_streams/l1/likes").code == .rateLimited)
        }
    }

    @Test("Hosts hide and show messages of their own stream only") func moderation() async throws {
        try await RunningService.with { service in
            try await service.addLive { $0.chatSettings.blocklist = ["rude"] }
            try await service.addLive("l2")
            let (client, manager) = (try await service.client(), try await Manager(service))
            let id = try await client.write("hello").json(ChatMessage.self).id
            #expect(try await manager.step("messages/\(id)/hide").json(ChatMessage.self).deleted)
            #expect(try await manager.step("messages/\(id)/hide").json(ChatMessage.self).deleted)
            #expect(try await !manager.step("messages/\(id)/show").json(ChatMessage.self).deleted)
            #expect(try await manager.send(.POST, "/v1/admin/live_streams/l2/messages/\(id)/hide").code == .notFound)
            #expect(try await manager.step("messages/none/hide").code == .notFound)
            // Messages with a blocked word are held for the hosts.
            let blocked = try await client.write("so rude").json(ChatMessage.self)
            #expect(blocked.deleted)
            #expect(try await !manager.step("messages/\(blocked.id)/show").json(ChatMessage.self).deleted)
            let answer = try await manager.step("messages", #"{"text":"Hello!","reply_to":"\#(id)","coupon_code":"SAVE10"}"#)
            let message = try answer.json(ChatMessage.self)
            #expect(answer.status == 201)
            #expect(message.isHost == true)
            #expect(message.couponCode == "SAVE10")
            #expect(message.username == "c1")
            #expect(try await manager.step("messages", #"{"text":"x","reply_to":"none"}"#).error?.field == "reply_to")
        }
    }

    @Test("A muted guest can't write in this stream until unmuted") func muting() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            try await service.addLive("l2")
            let (ann, bob, manager) = (try await service.client(), try await service.client(), try await Manager(service))
            let id = try await ann.write("one").json(ChatMessage.self).id
            #expect(try await manager.send(.POST, "/v1/admin/live_streams/l2/messages/\(id)/mute").code == .notFound)
            #expect(try await manager.step("messages/\(id)/mute").json(ChatMessage.self).id == id)
            for isPrivate in [true, false] {
                let refused = try await ann.write("two") { $0.isPrivate = isPrivate }
                #expect(refused.status == 403)
                #expect(refused.code == .chatMuted)
            }
            #expect(try await ann.send(.PATCH, "/v1/live_streams/l1/me", json: #"{"username":"Ann"}"#).code == .chatMuted)
            #expect(try await bob.write("three").status == 201)
            let elsewhere = try await ann.post("/v1/live_streams/l2/messages", MessageRequest(text: "four"))
            #expect(elsewhere.status == 201)
            #expect(try await manager.step("messages/\(id)/unmute").status == 200)
            #expect(try await ann.write("five").status == 201)
            let own = try await manager.step("messages", #"{"text":"Hello!"}"#).json(ChatMessage.self).id
            #expect(try await manager.step("messages/\(own)/mute").code == .conflict)
        }
    }

    @Test("A guest's messages are exported and erased with the guest") func erasure() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let client = try await service.client()
            _ = try await client.write("remember me") { $0.username = "Ann" }
            let export = try await client.get("/v1/guests/me").text
            #expect(export.contains("remember me"))
            #expect(export.contains("Ann"))
            #expect(try await client.send(.DELETE, "/v1/guests/me").status == 204)
            let log = try await service.catalogue.live.log(of: "l1", after: 0, limit: 100)
            #expect(!log.contains { "\($0)".contains("remember me") })
            let other = try await service.client()
            #expect(try await other.send(.PATCH, "/v1/live_streams/l1/me", json: #"{"username":"Ann"}"#).status == 200)
            #expect(try await !Manager(service).send(.GET, "/v1/admin/live_streams/l1/comments.csv").text.contains("remember me"))
        }
    }
}
