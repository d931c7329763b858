// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Live stream transactions", .onEachDatabase) struct LiveTransactionTests {
    @Test("Each transition from each status is allowed or refused by the state machine", arguments: LiveCommand.allCases)
    func moves(move: LiveCommand) {
        let allowed: [LiveCommand: [LiveStatus: LiveStatus]] = [
            .start: [.idle: .live], .pause: [.live: .paused], .resume: [.paused: .live],
            .end: [.idle: .completed, .live: .completed, .paused: .completed, .completed: .completed, .replay: .replay],
        ]
        for status in LiveStatus.known {
            let next = try? move.next(after: status)
            #expect(next == allowed[move]?[status], "\(move) after \(status.rawValue)")
        }
    }

    @Test("An ended stream never becomes live again, in any sequence of commands") func walks() throws {
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            var stream = LiveStream(id: "l", videoID: "v", channelID: "c", title: "t")
            var ended = false
            for step in 0..<12 {
                let move = try #require(LiveCommand.allCases.randomElement(using: &chance))
                guard let next = try? move.next(after: stream.status) else { continue }
                stream.become(next, at: SetClock.noon.addingTimeInterval(Double(step)))
                #expect(!(ended && stream.status.isActive))
                ended = ended || stream.status == .completed
                #expect((stream.endedAt != nil) == ended)
                if stream.status.isActive { #expect(stream.startedAt != nil) }
            }
        }
    }

    @Test("A stream is created, started, paused, resumed and ended, and listeners are notified") func broadcast() async throws {
        try await RunningService.with { service in
            let listener = try await Listener(service)
            try await service.addChannel("c1")
            try await service.addVideo("v1") { ($0.type, $0.hlsURL) = (.liveStream, nil) }
            let manager = try await Manager(service)
            let made = try await manager.send(
                .POST, "/v1/admin/live_streams", json: #"{"channel_id":"c1","video_id":"v1","title":"Show","start_type":"manual"}"#)
            #expect(made.status == 201, "\(made.text)")
            let path = "/v1/admin/live_streams/\(try made.json(LiveStream.self).id)"
            #expect(try await manager.send(.POST, "\(path)/pause").code == .invalidTransition)
            #expect(try await manager.send(.POST, "\(path)/start").json(LiveStream.self).startedAt == SetClock.noon)
            #expect(try await manager.send(.POST, "\(path)/start").code == .invalidTransition)
            #expect(try await manager.send(.DELETE, path).code == .conflict)
            #expect(try await manager.send(.POST, "\(path)/pause").json(LiveStream.self).status == .paused)
            service.clock.advance(by: 60)
            let resumed = try await manager.send(.POST, "\(path)/resume").json(LiveStream.self)
            #expect(resumed.status == .live)
            #expect(resumed.startedAt == SetClock.noon)
            let ended = try await manager.send(.POST, "\(path)/end").json(LiveStream.self)
            #expect(ended.status == .completed)
            #expect(ended.endedAt == service.clock.now)
            service.clock.advance(by: 60)
            #expect(try await manager.send(.POST, "\(path)/end").json(LiveStream.self) == ended)
            for step in ["start", "pause", "resume"] {
                let reply = try await manager.send(.POST, "\(path)/\(step)")
                #expect(reply.status == 409)
                #expect(reply.code == .invalidTransition)
            }
            let deliveries = try await listener.reported
            #expect(deliveries.map(\.type) == ["live.ended", "live.paused", "live.resumed", "live.started"])
            #expect(deliveries.allSatisfy { $0.businessID == "b1" && $0.data["video_id"] == "v1" })
            #expect(deliveries.map { $0.data["status"] } == ["completed", "paused", "live", "live"])
            // With its recording it becomes a replay, and can't be ended any more.
            let replay = #"{"status":"replay","replay":{"url":"/media/r.m3u8","start_ms":0,"highlights":[]}}"#
            #expect(try await manager.send(.PATCH, path, json: replay).json(LiveStream.self).status == .replay)
            #expect(try await manager.send(.POST, "\(path)/end").json(LiveStream.self).status == .replay)
            #expect(try await manager.send(.DELETE, path).status == 204)
        }
    }

    @Test("Ending an announced stream cancels it") func cancel() async throws {
        try await RunningService.with { service in
            try await service.addLive("l1", .idle)
            let ended = try await Manager(service).step("end").json(LiveStream.self)
            #expect(ended.status == .completed)
            #expect(ended.startedAt == nil)
        }
    }

    @Test(
        "Fields that commands change can't be changed otherwise",
        arguments: [
            (#"{"status":"live"}"#, "status"), (#"{"status":"completed"}"#, "status"),
            (#"{"started_at":"2025-01-01T00:00:00Z"}"#, "started_at"),
            (#"{"pinned":["x"]}"#, "pinned"), (#"{"announcement":"x"}"#, "announcement"),
            (#"{"products":[{"product_id":"p","sold_out":false,"hidden":false}]}"#, "products"), (#"{"title":""}"#, "title"),
            (#"{"video_id":"none"}"#, "video_id"), (#"{"trailer_video_id":"other"}"#, "trailer_video_id"),
            (#"{"primary_url":"javascript:alert(1)"}"#, "primary_url"),
            (
                #"{"chat_settings":{"on_live":true,"on_trailer":false,"on_replay":false,"blocklist":[],"username_editable":true,"username_visible":true,"slow_mode_seconds":-1}}"#,
                "chat_settings.slow_mode_seconds"
            ),
        ])
    func fields(json: String, field: String) async throws {
        try await RunningService.with { service in
            try await service.addLive("l1", .idle)
            try await service.addChannel("c9", business: "b9")
            try await service.addVideo("other", channel: "c9")
            let reply = try await Manager(service).send(.PATCH, "/v1/admin/live_streams/l1", json: json)
            #expect(reply.status == (field == "status" ? 409 : 422))
            #expect(reply.error?.field == field)
        }
    }

    @Test("An access code is stored as a secret hash, and an empty one unlocks the stream") func codes() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let manager = try await Manager(service)
            let path = "/v1/admin/live_streams/l1"
            let set = try await manager.send(.PATCH, path, json: #"{"access_code":"sesame","access_code_hash":"1$AA$AA"}"#)
            #expect(set.status == 200)
            #expect(!set.text.contains("sesame"))
            #expect(set.text.contains(#""access_code_hash":"set""#))
            let kept = try #require(try await service.catalogue.resources.find(LiveStream.self, id: "l1"))
            #expect(kept.accessCode == nil)
            #expect(AccessCode.matches("sesame", kept.accessCodeHash ?? ""))
            let client = try await service.client()
            let locked: [Reply] = [
                try await client.write("hello"), try await client.send(.POST, "/v1/live_streams/l1/likes"),
                try await client.send(.POST, "/v1/live_streams/l1/join"),
                try await client.send(.PATCH, "/v1/live_streams/l1/me", json: #"{"username":"Ann"}"#),
            ]
            #expect(locked.allSatisfy { $0.status == 403 && $0.code == .incorrectAccessCode })
            let token = try await client.post("/v1/live_streams/l1/unlock", UnlockRequest(code: "sesame")).json(UnlockAnswer.self)
                .unlockToken
            #expect(try await client.send(.POST, "/v1/live_streams/l1/likes", [("X-Unlock-Token", token)]).status == 200)
            // Another guest's, a forged and an expired token open nothing.
            let other = try await service.client()
            #expect(try await other.send(.POST, "/v1/live_streams/l1/likes", [("X-Unlock-Token", token)]).code == .incorrectAccessCode)
            let forged = token.dropLast(4) + "AAAA"
            #expect(
                try await client.send(.POST, "/v1/live_streams/l1/likes", [("X-Unlock-Token", String(forged))]).code == .incorrectAccessCode
            )
            // Other changes keep the code.
            _ = try await manager.send(.PATCH, path, json: #"{"title":"New"}"#)
            #expect(try await client.write("hello").code == .incorrectAccessCode)
            _ = try await manager.send(.PATCH, path, json: #"{"access_code":""}"#)
            #expect(try await client.write("hello").status == 201)
        }
    }

    @Test("Creating many guests does not speed up code guessing, and others are let in") func guesses() async throws {
        try await RunningService.with({ settings, _ in
            (settings.tokensPerMinute, settings.proxies) = (10_000, TrustedProxies(ranges: [NetworkRange("127.0.0.0/8")].compactMap { $0 }))
        }) { service in
            try await service.addLive { $0.accessCodeHash = AccessCode.hash("sesame") }
            func unlock(_ code: String, from address: String) async throws -> Reply {
                try await service.client().post(
                    "/v1/live_streams/l1/unlock", UnlockRequest(code: code), [("X-Forwarded-For", address)])
            }
            for _ in 0..<20 { #expect(try await unlock("wrong", from: "192.0.2.1").code == .incorrectAccessCode) }
            // Even the right code is not checked.
            let refused = try await unlock("sesame", from: "192.0.2.1")
            #expect(refused.code == .rateLimited)
            #expect(refused["Retry-After"] == "10")
            #expect(try await unlock("sesame", from: "198.51.100.1").status == 200)
            service.clock.advance(by: 10)
            #expect(try await unlock("sesame", from: "192.0.2.1").status == 200)
            // Correct codes don't count against the limit.
            #expect(try await unlock("sesame", from: "192.0.2.1").status == 200)
        }
    }

    @Test("Codes that are guessed at the same time are counted, too") func simultaneousGuesses() async throws {
        try await RunningService.with({ settings, _ in settings.tokensPerMinute = 10_000 }) { service in
            try await service.addLive { $0.accessCodeHash = AccessCode.hash("sesame") }
            var clients: [Client] = []
            for _ in 0..<40 { clients.append(try await service.client()) }
            let codes = try await withThrowingTaskGroup(of: ErrorCode?.self) { group in
                for client in clients {
                    group.addTask { try await client.post("/v1/live_streams/l1/unlock", UnlockRequest(code: "wrong")).code }
                }
                return try await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
            }
            #expect(codes.filter { $0 == .incorrectAccessCode }.count == 20)
            #expect(codes.filter { $0 == .rateLimited }.count == 20)
        }
    }

    @Test("A guess counts before it is checked; a right one, or one that can't be checked, is returned") func guessing() async throws {
        struct Failure: Error {}
        let limiter = RateLimiter(limits: [.codes: RateLimit(perSecond: 0.1, burst: 3), .passwords: RateLimit(perSecond: 1, burst: 5)])
        @Sendable func keys(_ address: String) -> [RateLimitState.Key] {
            [.init(caller: "l1 \(address)", allowance: .codes), .init(caller: "l1", allowance: .passwords)]
        }
        let now = Date(timeIntervalSince1970: 0)
        func guess(_ address: String, isRight: Bool) async throws -> Bool {
            try await limiter.guess(keys(address), at: now) { isRight }
        }
        // None of them ends before all have begun.
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let gates = (0..<10).map { _ in AsyncStream<Void>.makeStream() }
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for (gate, _) in gates {
                group.addTask {
                    let isRight = try? await limiter.guess(keys("a"), at: now) {
                        begin.yield()
                        for await _ in gate {}
                        return false
                    }
                    if isRight == nil { begin.yield() }
                    return isRight != nil
                }
            }
            var count = 0
            for await _ in begun {
                count += 1
                if count == gates.count { break }
            }
            for (_, gate) in gates { gate.finish() }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 }.count == 3)
        for _ in 0..<9 {
            let isRight = try await guess("b", isRight: true)
            #expect(isRight)
        }
        await #expect(throws: Failure.self) { try await limiter.guess(keys("b"), at: now) { throw Failure() } }
        for _ in 0..<2 {
            let isRight = try await guess("b", isRight: false)
            #expect(!isRight)
        }
        // Many addresses together are limited, too, and a refused guess isn't checked.
        for address in ["b", "c"] {
            await #expect(throws: RateLimitExceeded.self) {
                try await limiter.guess(keys(address), at: now) {
                    Issue.record("It was checked.")
                    return true
                }
            }
        }
    }

    @Test("Up to three shown products are pinned, newest first") func pins() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            try await service.catalogue.resources.save(
                BusinessStore(id: "s1", businessID: "b1", name: "x", currency: "EUR"), at: service.clock.now)
            for number in 1...4 {
                try await service.catalogue.resources.save(
                    Product(id: "p\(number)", storeID: "s1", externalID: "e\(number)", name: "x", currency: "EUR"), at: service.clock.now)
            }
            let manager = try await Manager(service)
            let products = (1...4).map { #"{"product_id":"p\#($0)","sold_out":false,"hidden":false}"# }.joined(separator: ",")
            #expect(try await manager.step("products", #"{"products":[\#(products)]}"#).json(LiveStream.self).products.count == 4)
            #expect(
                try await manager.step("products", #"{"products":[{"product_id":"none","sold_out":false,"hidden":false}]}"#).error?.field
                    == "products[0].product_id")
            for number in 1...4 { _ = try await manager.step("pin", #"{"id":"p\#(number)"}"#) }
            #expect(try await manager.step("pin", #"{"id":"p3"}"#).json(LiveStream.self).pinned == ["p3", "p4", "p2"])
            #expect(try await manager.step("pin", #"{"id":"p9"}"#).error?.field == "id")
            #expect(try await manager.step("unpin", #"{"id":"p4"}"#).json(LiveStream.self).pinned == ["p3", "p2"])
            // Removed products are no longer pinned.
            let rest =
                #"{"products":[{"product_id":"p2","sold_out":true,"hidden":false},{"product_id":"p3","sold_out":false,"hidden":true}]}"#
            #expect(try await manager.step("products", rest).json(LiveStream.self).pinned == ["p2"])
        }
    }

    @Test("Another business's streams and their parts are not found") func tenancy() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            try await service.addInteraction("i1", .poll)
            let stranger = try await Manager(service, business: "b2")
            for step in ["start", "end", "interactions/i1/launch", "messages/m1/hide"] {
                #expect(try await stranger.step(step).code == .notFound, "\(step)")
            }
            #expect(try await stranger.step("announce", #"{"text":"x"}"#).code == .notFound)
            #expect(try await stranger.send(.GET, "/v1/admin/live_streams/l1/comments.csv").code == .notFound)
            #expect(try await stranger.send(.GET, "/v1/admin/interactions/i1").code == .notFound)
            #expect(try await stranger.send(.GET, "/v1/admin/interactions").json(ResourceList<Interaction>.self).data.isEmpty)
            let reader = try await Manager(service, scopes: ["livestreams:read"])
            #expect(try await reader.step("end").code == .insufficientScope)
            #expect(try await reader.send(.GET, "/v1/admin/live_streams/l1").status == 200)
        }
    }
}
