// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Live stream sockets", .onEachDatabase) struct LiveSocketTests {
    @Test("All viewers get the stream's events in order") func events() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let (ann, bob, manager) = (try await service.client(), try await service.client(), try await Manager(service))
            let sockets = [try await SocketClient.follow(ann), try await SocketClient.follow(bob)]
            let message = try await ann.write("hello").json(ChatMessage.self)
            _ = try await manager.step("announce", #"{"text":"Welcome"}"#)
            _ = try await manager.step("messages/\(message.id)/hide")
            _ = try await manager.step("messages/\(message.id)/show")
            _ = try await manager.step("messages", #"{"text":"Take this","coupon_code":"SAVE10"}"#)
            _ = try await manager.step("pause")
            for socket in sockets {
                var seen: [SocketMessage] = []
                while seen.last?.type != .status { seen.append(try await socket.message()) }
                // A slow subscriber may not receive messages that were withdrawn meanwhile.
                let types = seen.map(\.type).filter { $0 != .chatAdded && $0 != .chatRemoved }
                #expect(types == [.announcement, .chatRestored, .coupon, .status])
                #expect(seen.map(\.seq) == seen.map(\.seq).sorted())
                #expect(seen.first { $0.type == .announcement }?.data == ["text": "Welcome"])
                #expect(seen.first { $0.type == .chatRestored }?.data["text"] == "hello")
                #expect(seen.first { $0.type == .coupon }?.data["code"] == "SAVE10")
                #expect(seen.last?.data["status"] == "paused")
                try await socket.close()
            }
        }
    }

    @Test("Live captions are sent as spoken, and newcomers get the last one of each language") func subtitles() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let (ann, manager) = (try await service.client(), try await Manager(service))
            let socket = try await SocketClient.follow(ann)
            func say(_ json: String) async throws -> Int { try await manager.step("subtitles", json).status }
            #expect(try await say(#"{"lang":"en","text":"Good evening","duration_ms":2000}"#) == 204)
            let message = try await socket.message()
            #expect(message.type == .subtitle)
            #expect(message.data == ["lang": "en", "text": "Good evening", "duration_ms": 2000])
            #expect(try await say(#"{"lang":"de","text":"Guten Abend"}"#) == 204)
            #expect(try await socket.message().data == ["lang": "de", "text": "Guten Abend"])
            #expect(try await say(#"{"lang":"EN","text":"Welcome"}"#) == 204)
            #expect(try await socket.message().data["text"] == "Welcome")
            let late = try await SocketClient.follow(try await service.client())
            var known: [String] = []
            for _ in 0..<2 { known.append(try await late.message().data["text"]?.text ?? "") }
            #expect(known == ["Guten Abend", "Welcome"])
            for body in [#"{"lang":"a language","text":"x"}"#, #"{"lang":"en"}"#, #"{"lang":"en","text":"x","duration_ms":-1}"#] {
                #expect(try await say(body) == 422)
            }
            _ = try await manager.step("pause")
            #expect(try await say(#"{"lang":"en","text":"x"}"#) == 409)
            #expect(try await Manager(service, business: "b2").step("subtitles", #"{"lang":"en","text":"x"}"#).status == 404)
        }
    }

    @Test("Chat messages are sent one by one as they come") func chat() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let (ann, bob, manager) = (try await service.client(), try await service.client(), try await Manager(service))
            let socket = try await SocketClient.follow(bob)
            let sent = try await ann.write("hello <b>\u{202E}x").json(ChatMessage.self)
            let added = try await socket.message()
            #expect(added.type == .chatAdded)
            #expect(added.seq == 1)
            #expect(added.data["text"] == "hello <b>x")
            #expect(added.at == SetClock.noon)
            #expect(added.data["guest_id"]?.text == sent.guestID)
            #expect(added.data["private"] == false)
            _ = try await manager.step("messages/\(sent.id)/hide")
            let removed = try await socket.message()
            #expect(removed.type == .chatRemoved)
            #expect(removed.data == ["id": .string(sent.id)])
        }
    }

    @Test("A returning viewer gets what was missed, and a new one the current state") func resume() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let (ann, bob, manager) = (try await service.client(), try await service.client(), try await Manager(service))
            let socket = try await SocketClient.follow(bob)
            _ = try await ann.write("one")
            let last = try await socket.message().seq
            try await socket.close()
            _ = try await ann.write("two")
            _ = try await manager.step("announce", #"{"text":"first"}"#)
            _ = try await manager.step("announce", #"{"text":"second"}"#)
            let again = try await SocketClient.follow(bob, "l1", "?after=\(last)")
            #expect(try await again.message().data["text"] == "two")
            // The newer announcement replaced the older one.
            let announced = try await again.message()
            #expect(announced.data["text"] == "second")
            #expect(announced.seq == 4)
            _ = try await ann.write("three")
            #expect(try await again.message().data["text"] == "three")
            for query in ["", "?after=0", "?after=999999"] {
                let fresh = try await SocketClient.follow(ann, "l1", query)
                var texts: [String] = []
                for _ in 0..<4 { texts.append(try await fresh.message().data["text"]?.text ?? "") }
                #expect(texts == ["one", "two", "second", "three"], "\(query)")
            }
        }
    }

    @Test("A long absence is caught up, from the database beyond the memory's range") func longResume() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let (client, catalogue) = (try await service.client(), service.catalogue)
            let first = try await SocketClient.follow(client)
            for part in 0..<6 {
                _ = try await catalogue.live.perform(on: "l1", at: service.clock.now) { live in
                    for number in 0..<100 { try live.emit(.subtitle, ["n": .integer(Int64(part * 100 + number))]) }
                }
                await service.service.liveService.hub.refresh("l1")
            }
            for (socket, from) in [(first, 0), (try await SocketClient.follow(client, "l1", "?after=10"), 10)] {
                for number in from..<600 {
                    let message = try await socket.message()
                    #expect(message.seq == Int64(number + 1))
                    #expect(message.data["n"] == .integer(Int64(number)))
                }
            }
        }
    }

    @Test("Messages pass between processes, and a socket can resume in another one") func twoProcesses() async throws {
        try await RunningService.with { one in
            try await one.addLive()
            let ann = try await one.client()
            try await RunningService.with(database: one.database) { other in
                let bob = try await other.client()
                let socket = try await SocketClient.follow(bob)
                _ = try await ann.write("from the other side")
                try await other.tick()
                let message = try await socket.news()
                #expect(message.data["text"] == "from the other side")
                _ = try await Manager(one).step("announce", #"{"text":"Hello"}"#)
                _ = try await bob.write("and back")
                let moved = try await SocketClient.follow(ann, "l1", "?after=\(message.seq)")
                #expect(try await moved.news().type == .announcement)
                #expect(try await moved.news().data["text"] == "and back")
                // Both received both.
                #expect(try await socket.news().type == .announcement)
                #expect(try await socket.news().data["text"] == "and back")
            }
        }
    }

    @Test("Viewers are counted across processes and connections, and changes are announced") func viewers() async throws {
        try await RunningService.with { one in
            try await one.addLive()
            try await RunningService.with(database: one.database) { other in
                let (ann, bob) = (try await one.client(), try await other.client())
                _ = try await Manager(one).step("announce", #"{"text":"here"}"#)
                let socket = try await SocketClient.follow(ann)
                let second = try await SocketClient.follow(ann)
                // They are counted once they have received a message.
                for follower in [socket, second] { #expect(try await follower.message().type == .announcement) }
                #expect(try await bob.send(.POST, "/v1/live_streams/l1/join").status == 204)
                try await one.tick()
                let data = try await socket.message().data
                #expect(data["count"] == 2)
                // Ann has two sockets and joined once; Bob, who has none, is counted but not named.
                #expect(data["joined"]?.elements?.count == 1)
                #expect(data["others"] == 0)
                #expect(data["joined"]?.elements?.first?.text?.hasPrefix("Guest ") == true)
                try await second.close()
                for _ in 0..<3 {
                    one.clock.advance(by: 3)
                    try await one.tick()
                }
                #expect(try await bob.send(.POST, "/v1/live_streams/l1/leave").status == 204)
                one.clock.advance(by: 3)
                try await one.tick()
                #expect(try await socket.message().data == ["count": 1])
                #expect(try await bob.get("/v1/live_streams/l1").json(LiveStream.self).viewers == 1)
                // After a minute without a request Bob is gone; viewers with a socket stay.
                #expect(try await bob.send(.POST, "/v1/live_streams/l1/join").status == 204)
                one.clock.advance(by: 61)
                try await one.tick()
                #expect(try await one.catalogue.live.counts(of: ["l1"], at: one.clock.now)["l1"]?.viewers == 1)
            }
        }
    }

    @Test("Likes are counted at once and announced together") func likes() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let client = try await service.client()
            let socket = try await SocketClient.follow(client)
            for count in 1...5 {
                #expect(try await client.send(.POST, "/v1/live_streams/l1/likes").json(LikesAnswer.self).likes == count)
            }
            try await service.service.liveService.hub.publishLikes(at: service.clock.now)
            let message = try await socket.message()
            #expect(message.type == .likes)
            #expect(message.data == ["count": 5])
            #expect(try await client.send(.POST, "/v1/live_streams/l1/likes").json(LikesAnswer.self).likes == 6)
            let ended = try await Manager(service).step("end").json(LiveStream.self)
            #expect(ended.likes == 6)
            #expect(try await client.send(.POST, "/v1/live_streams/l1/likes").code == .invalidTransition)
        }
    }

    @Test("A guest's socket ends with another code, the video's takedown or a private channel; a host's stays") func revocation()
        async throws
    {
        for revoke in ["code", "video", "channel"] {
            try await RunningService.with { service in
                try await service.addLive { $0.accessCodeHash = AccessCode.hash("sesame") }
                try await service.addLive("l2", .live)
                let (client, manager, now) = (try await service.client(), try await Manager(service), service.clock.now)
                let token = try await client.post("/v1/live_streams/l1/unlock", UnlockRequest(code: "sesame")).json(UnlockAnswer.self)
                    .unlockToken
                let socket = try await SocketClient.follow(client, "l1", "", [("X-Unlock-Token", token)])
                let other = try await SocketClient.follow(client, "l2")
                let host = try await SocketClient.open(
                    service, "/v1/admin/live_streams/l1/socket", [("Authorization", "Bearer \(manager.token)")])
                #expect(await host.status() == 101)
                try await service.tick()
                _ = try await manager.step("announce", #"{"text":"Welcome"}"#)
                #expect(try await socket.news().type == .announcement)
                let resources = service.catalogue.resources
                switch revoke {
                case "code":
                    #expect(try await manager.send(.PATCH, "/v1/admin/live_streams/l1", json: #"{"access_code":"another"}"#).status == 200)
                case "video": _ = try await resources.update(Video.self, id: "v-l1", at: now) { $0.blockingReason = "legal" }
                default:
                    try await service.addChannel("c3")
                    _ = try await resources.update(Video.self, id: "v-l2", at: now) { $0.channelID = "c3" }
                    _ = try await resources.update(VideoChannel.self, id: "c1", at: now) { $0.visibility = .owners }
                }
                service.clock.advance(by: 20)
                try await service.tick()
                #expect(await socket.closing() == 1008, "\(revoke)")
                _ = try await manager.step("announce", #"{"text":"Again"}"#)
                #expect(try await host.news().data["text"] == "Welcome")
                #expect(try await host.news().data["text"] == "Again")
                _ = try await service.service.liveService.perform(on: "l2", at: now) { live, _ in
                    try live.emit(.announcement, ["text": "Still here"], key: "announcement")
                }
                #expect(try await other.news().data["text"] == "Still here")
            }
        }
    }

    @Test("A private message and its reply go only to its author") func privacy() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let (ann, bob, manager) = (try await service.client(), try await service.client(), try await Manager(service))
            let (annHears, bobHears) = (try await SocketClient.follow(ann), try await SocketClient.follow(bob))
            let asked = try await ann.write("my secret") { $0.isPrivate = true }.json(ChatMessage.self)
            _ = try await manager.step("messages", #"{"text":"for you","reply_to":"\#(asked.id)","coupon_code":"ANN1"}"#)
            _ = try await manager.step("messages/\(asked.id)/hide")
            _ = try await ann.write("for all")
            var texts: [String] = []
            while texts.last != "for all" { texts.append(try await annHears.message().data["text"]?.text ?? "") }
            #expect(texts.contains("for you"))
            #expect(try await bobHears.message().data["text"] == "for all")
            let later = try await SocketClient.follow(bob)
            #expect(try await later.message().data["text"] == "for all")
        }
    }

    @Test("Hosts also get private messages of their own stream, and do not count as viewers") func hosts() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let (ann, manager) = (try await service.client(), try await Manager(service))
            _ = try await ann.write("before") { $0.isPrivate = true }
            let path = "/v1/admin/live_streams/l1/socket"
            func host(_ token: String, _ path: String) async throws -> SocketClient {
                try await SocketClient.open(service, path, [("Authorization", "Bearer \(token)")])
            }
            let hears = try await host(manager.token, path)
            #expect(await hears.status() == 101)
            #expect(try await hears.news().data["text"] == "before")
            let asked = try await ann.write("my secret") { $0.isPrivate = true }.json(ChatMessage.self)
            let message = try await hears.news()
            #expect(message.type == .chatAdded)
            #expect(message.data["text"] == "my secret")
            #expect(message.data["private"] == true)
            // Even hosts don't learn who the guest is.
            #expect(message.data["guest_id"]?.text == asked.guestID)
            #expect(asked.guestID != ann.guestID)
            try await service.tick()
            #expect(try await service.catalogue.live.counts(of: ["l1"], at: service.clock.now)["l1"]?.viewers ?? 0 == 0)
            // With subprotocols, as browsers have to, resuming where it was.
            let again = try await SocketClient.open(
                service, "\(path)?after=\(message.seq - 1)", [("Sec-WebSocket-Protocol", "windowbox, bearer.\(manager.token)")])
            #expect(await again.status() == 101)
            #expect(try await again.news().data["text"] == "my secret")
            // Another business's program, a guest, and a program without the scope.
            let stranger = try await Manager(service, business: "b2")
            let other = try await Manager(service, scopes: ["videos:write"])
            for (token, status) in [(stranger.token, 404), (ann.token, 401), (other.token, 403)] {
                let refused = try await host(token, path)
                #expect(await refused.status() == status)
            }
        }
    }
}
