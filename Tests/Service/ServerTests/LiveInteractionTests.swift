// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

/// A predictable random number generator.
struct FixedChance: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}

@Suite("Polls and games of live streams", .onEachDatabase) struct LiveInteractionTests {
    private func interaction(_ winners: Int, right: [String] = []) -> Interaction {
        var interaction = Interaction(id: "i", type: .giveaway, prompt: "?")
        interaction.winnerCount = winners
        interaction.options = right.map { InteractionOption(id: $0, text: $0, correct: true) }
        return interaction
    }

    private func entries(_ count: Int, choice: (Int) -> String? = { _ in nil }) -> [InteractionEntry] {
        (0..<count).map { number in
            var entry = InteractionEntry(id: "e\(number)", guestID: "g\(number)", createdAt: SetClock.noon)
            entry.choice = choice(number)
            return entry
        }
    }

    @Test("The same random seed draws the same winners, in any order of entries") func draws() {
        let draw = WinnerDraw(interaction: interaction(3))
        let all = entries(50)
        var (one, other) = (FixedChance(state: 7), FixedChance(state: 7))
        let winners = draw.winners(among: all, by: &one)
        #expect(winners == draw.winners(among: all.reversed(), by: &other))
        #expect(Set(winners.map(\.guestID)).count == 3)
        var none = FixedChance(state: 1)
        #expect(draw.winners(among: [], by: &none) == [])
        #expect(Set(draw.winners(among: entries(2), by: &none).map(\.id)) == ["e0", "e1"])
    }

    @Test("A draw can be made again from its seed, as the guide says") func seed() throws {
        let all = entries(10)
        let (winners, record) = WinnerDraw(interaction: interaction(4)).record(all.reversed(), seed: "example")
        // Computed by another program.
        #expect(winners.map(\.id) == ["e3", "e9", "e7", "e4"])
        #expect(record.winners == winners.map(\.id) && record.seed == "example" && record.count == 10)
        #expect(record.digest == "50c79f52c62e984f89ad11943a1724a2b23e5c778b5e52caa6c341dd7e74429c")
        #expect(Set((0..<4).map { _ in SeededGenerator.makeSeed() }).count == 4)
    }

    @Test("Only correct entries win, with equal chances") func fairness() {
        let draw = WinnerDraw(interaction: interaction(1, right: ["b"]))
        let all = entries(20) { $0 % 2 == 0 ? "a" : "b" }
        var chance = FixedChance(state: 3)
        var won: [String: Int] = [:]
        for _ in 0..<2000 { for winner in draw.winners(among: all, by: &chance) { won[winner.id, default: 0] += 1 } }
        #expect(Set(won.keys) == Set(all.filter { $0.choice == "b" }.map(\.id)))
        // The expectation is 200 each.
        #expect(won.values.allSatisfy { (120...290).contains($0) })
        let twice = entries(1) { _ in "b" } + [InteractionEntry(id: "x", guestID: "g0", createdAt: SetClock.noon)]
        #expect(draw.winners(among: twice, by: &chance).count == 1)
    }

    @Test("A poll is launched, answered, counted for all, and ended") func poll() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let (ann, bob, manager) = (try await service.client(), try await service.client(), try await Manager(service))
            let made = try await manager.send(
                .POST, "/v1/admin/interactions",
                json: #"{"live_stream_id":"l1","type":"poll","prompt":"Which?","options":[{"id":"a","text":"A"},{"id":"b","text":"B"}]}"#)
            #expect(made.status == 201, "\(made.text)")
            let id = try made.json(Interaction.self).id
            let socket = try await SocketClient.follow(ann)
            #expect(try await ann.enter(id, EntryRequest(optionID: "a")).code == .invalidTransition)
            #expect(try await manager.step("interactions/\(id)/end").code == .invalidTransition)
            #expect(try await manager.step("interactions/\(id)/launch").json(Interaction.self).state == .active)
            #expect(try await manager.step("interactions/\(id)/launch").code == .invalidTransition)
            let launched = try await socket.message()
            #expect(launched.type == .interactionLaunched)
            #expect(launched.data["prompt"] == "Which?")
            #expect(launched.data["id"]?.text == id)
            #expect(try await ann.enter(id, EntryRequest(optionID: "a")).status == 201)
            #expect(try await bob.enter(id, EntryRequest(optionID: "a")).status == 201)
            #expect(try await bob.enter(id, EntryRequest(optionID: "b")).code == .alreadyEntered)
            try await service.tick()
            // The results are sent together, once.
            var results = try await socket.message()
            while results.type != .interactionResults { results = try await socket.message() }
            #expect(results.data["results"]?["choices"] == ["a": 2])
            // The prompt can't be changed any more.
            #expect(try await manager.send(.PATCH, "/v1/admin/interactions/\(id)", json: #"{"prompt":"?"}"#).code == .invalidTransition)
            #expect(try await manager.send(.PATCH, "/v1/admin/interactions/\(id)", json: #"{"state":"ended"}"#).code == .invalidTransition)
            #expect(
                try await manager.send(
                    .PATCH, "/v1/admin/interactions/\(id)", json: #"{"results":{"entries":9,"choices":{},"winners":[]}}"#
                ).code == .invalidField)
            #expect(try await manager.send(.DELETE, "/v1/admin/interactions/\(id)").code == .conflict)
            let ended = try await manager.step("interactions/\(id)/end").json(Interaction.self)
            #expect(ended.state == .ended)
            #expect(ended.results?.entries == 2)
            #expect(try await ann.enter(id, EntryRequest(optionID: "a")).code == .invalidTransition)
            // A late subscriber receives the end, and not the start.
            let late = try await SocketClient.follow(bob)
            var types: [SocketMessageType] = []
            while types.last != .interactionEnded { types.append(try await late.message().type) }
            #expect(!types.contains(.interactionLaunched))
            #expect(!types.contains(.interactionResults))
            #expect(try await manager.send(.GET, "/v1/admin/interactions").json(ResourceList<Interaction>.self).data.map(\.id) == [id])
            #expect(try await manager.send(.DELETE, "/v1/admin/interactions/\(id)").status == 204)
        }
    }

    @Test("Nothing is launched in a stream that is not live, and the end of a stream ends all") func streamEnds() async throws {
        try await RunningService.with { service in
            try await service.addLive("l1", .idle)
            try await service.addInteraction("i1", .poll)
            let manager = try await Manager(service)
            #expect(try await manager.step("interactions/i1/launch").code == .invalidTransition)
            _ = try await manager.step("start")
            #expect(try await manager.step("interactions/i1/launch").status == 200)
            _ = try await manager.step("end")
            #expect(try await service.catalogue.resources.find(Interaction.self, id: "i1")?.state == .ended)
            #expect(try await manager.step("interactions/none/launch").code == .notFound)
            try await service.addLive("l2")
            #expect(try await manager.send(.POST, "/v1/admin/live_streams/l2/interactions/i1/end").code == .notFound)
        }
    }

    @Test("A trivia hides its solution until it is revealed, and winners are drawn once and announced") func trivia() async throws {
        try await RunningService.with { service in
            let listener = try await Listener(service)
            try await service.addLive()
            try await service.addInteraction("i1", .triviaGiveaway) { $0.winnerCount = 5 }
            let (ann, bob, manager) = (try await service.client(), try await service.client(), try await Manager(service))
            let (annHears, bobHears) = (try await SocketClient.follow(ann), try await SocketClient.follow(bob))
            _ = try await manager.step("interactions/i1/launch")
            #expect(try await !annHears.message().data["options"].map { "\($0)" }!.contains("correct"))
            _ = try await ann.send(.PATCH, "/v1/live_streams/l1/me", json: #"{"username":"Ann"}"#)
            #expect(try await ann.enter("i1", EntryRequest(optionID: "b")).status == 201)
            #expect(try await bob.enter("i1", EntryRequest(optionID: "a")).status == 201)
            try await service.tick()
            var results = try await annHears.message()
            while results.type != .interactionResults { results = try await annHears.message() }
            #expect(results.data["results"]?["entries"] == 2)
            #expect(results.data["results"]?["choices"] == [:])
            #expect(try await manager.step("interactions/i1/draw").code == .invalidTransition)
            _ = try await manager.step("interactions/i1/end")
            let drawn = try await manager.step("interactions/i1/draw").json(Interaction.self)
            #expect(drawn.results?.winners == ["Ann"])
            #expect(try await manager.step("interactions/i1/draw").json(Interaction.self) == drawn)
            #expect(try await listener.types == ["live.winners_drawn"])
            let revealed = try await manager.step("interactions/i1/reveal").json(Interaction.self)
            #expect(revealed.results?.correct == 1)
            func receive(_ socket: SocketClient) async throws -> [SocketMessage] {
                var received: [SocketMessage] = []
                while received.last?.data["revealed"] != true { received.append(try await socket.message()) }
                return received
            }
            let annHeard = try await receive(annHears)
            #expect(annHeard.contains { $0.type == .winner && $0.data["you"] == true })
            let bobHeard = try await receive(bobHears)
            #expect(bobHeard.contains { $0.type == .winner && $0.data["winners"] == ["Ann"] })
            #expect(!bobHeard.contains { $0.data["you"] == true })
            #expect(bobHeard.last?.data["options"]?.elements?.last?["correct"] == true)
            let table = try await manager.send(.GET, "/v1/admin/live_streams/l1/interactions.csv").text
            let lines = table.split(whereSeparator: \.isNewline)
            let draw = try #require(try await service.catalogue.resources.find(WinnerDrawRecord.self, id: "i1"))
            #expect(draw.winners.count == 1 && draw.count == 1 && draw.seed.utf8.count == 64)
            let facts = #""\#(draw.seed)","1","\#(draw.digest)""#
            #expect(lines.contains { $0.hasSuffix(#""\#(ann.guestID)","Ann","b","B","","","true","true","1",\#(facts)"#) }, "\(table)")
            #expect(lines.contains { $0.contains(bob.guestID) && $0.hasSuffix(#""false","false","",\#(facts)"#) }, "\(table)")
            #expect(try await manager.send(.DELETE, "/v1/admin/interactions/i1").status == 204)
            #expect(try await service.catalogue.resources.find(WinnerDrawRecord.self, id: "i1") == nil)
        }
    }

    @Test("A giveaway requires an email address and acceptance of its terms") func giveaway() async throws {
        try await RunningService.with { service in
            try await service.addLive { $0.accessCodeHash = AccessCode.hash("x") }
            try await service.addInteraction("i1", .giveaway, state: .active) {
                $0.options = []
                $0.collectEmail = true
                $0.terms = InteractionTerms(url: "https://example.org", required: true, name: "18 plus")
            }
            let client = try await service.client()
            #expect(try await client.enter("i1", EntryRequest()).code == .incorrectAccessCode)
            let token = try await client.post("/v1/live_streams/l1/unlock", UnlockRequest(code: "x")).json(UnlockAnswer.self).unlockToken
            func enter(_ request: EntryRequest) async throws -> Reply {
                service.clock.advance(by: 2)
                return try await client.post("/v1/videos/v-l1/interactions/i1/entries", request, [("X-Unlock-Token", token)])
            }
            #expect(try await enter(EntryRequest(email: "a@b.example")).code == .termsRequired)
            for email in ["", "a", "a@b", "a b@c.de", "@b.example", "a@@b.example", "a@b..example"] {
                #expect(try await enter(EntryRequest(email: email, termsAccepted: true)).code == .emailInvalid, "\(email)")
            }
            #expect(try await enter(EntryRequest(email: "a@b.example", termsAccepted: true)).status == 201)
            #expect(try await enter(EntryRequest(email: "other@b.example", termsAccepted: true)).code == .alreadyEntered)
        }
    }

    @Test("An email address can enter once, across guests") func mailboxes() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            try await service.addInteraction("i1", .giveaway, state: .active) {
                ($0.options, $0.collectEmail, $0.winnerCount) = ([], true, 2)
            }
            let (ann, again, bob) = (try await service.client(), try await service.client(), try await service.client())
            #expect(try await ann.enter("i1", EntryRequest(email: "ann@shop.example")).status == 201)
            for email in ["ann@shop.example", "Ann@SHOP.example", "ann+second@shop.example"] {
                let refused = try await again.enter("i1", EntryRequest(email: email))
                #expect(refused.code == .alreadyEntered, "\(email): \(refused.text)")
                #expect(refused.error?.field == "email", "\(email): \(refused.text)")
            }
            #expect(try await bob.enter("i1", EntryRequest(email: "bob@shop.example")).status == 201)
            let results = try await service.catalogue.resources.find(Interaction.self, id: "i1")?.results
            #expect(results?.entries == 2)
            // After erasing their data, the person may enter again as a new guest.
            #expect(try await ann.send(.DELETE, "/v1/guests/me").status == 204)
            #expect(try await again.enter("i1", EntryRequest(email: "ann@shop.example")).status == 201)
        }
    }

    @Test("Of old entries with the same address only the first is drawn") func oldEntries() {
        var entries = entries(4)
        for (number, email) in ["a@b.example", "A@b.example", "a+x@b.example", "c@b.example"].enumerated() {
            entries[number].email = email
            entries[number].createdAt = SetClock.noon.addingTimeInterval(Double(-number))
        }
        var chance = FixedChance(state: 5)
        #expect(Set(WinnerDraw(interaction: interaction(4)).winners(among: entries, by: &chance).map(\.id)) == ["e2", "e3"])
    }

    @Test("Simultaneous entries all count, once for each guest") func crowd() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            try await service.addInteraction("i1", .poll, state: .active)
            var clients: [Client] = []
            for _ in 0..<12 { clients.append(try await service.client()) }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for (number, client) in (clients + clients).enumerated() {
                    group.addTask { try await client.enter("i1", EntryRequest(optionID: number % 2 == 0 ? "a" : "b")).status }
                }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [201: 12, 409: 12])
            let results = try await service.catalogue.resources.find(Interaction.self, id: "i1")?.results
            #expect(results?.entries == 12)
            #expect(results?.choices.values.reduce(0, +) == 12)
        }
    }

    @Test(
        "An invalid interaction is refused",
        arguments: [
            (#"{"type":"poll","prompt":"?"}"#, "live_stream_id"),
            (#"{"live_stream_id":"l1","video_id":"v-l1","type":"poll","prompt":"?"}"#, "live_stream_id"),
            (#"{"live_stream_id":"l1","type":"poll","prompt":"?"}"#, "options"),
            (#"{"live_stream_id":"l1","type":"quiz","prompt":"?"}"#, "type"),
            (#"{"live_stream_id":"l1","type":"question","prompt":""}"#, "prompt"),
            (#"{"live_stream_id":"l1","type":"giveaway","prompt":"?"}"#, "winner_count"),
            (#"{"live_stream_id":"l1","type":"link","prompt":"?"}"#, "url"),
            (#"{"live_stream_id":"l1","type":"link","prompt":"?","url":"javascript:x"}"#, "url"),
            (#"{"live_stream_id":"l1","type":"question","prompt":"?","state":"active"}"#, "state"),
            (
                #"{"live_stream_id":"l1","type":"trivia_giveaway","prompt":"?","winner_count":1,"options":[{"id":"a","text":"A"},{"id":"b","text":"B"}]}"#,
                "options"
            ),
            (#"{"live_stream_id":"l1","type":"poll","prompt":"?","options":[{"id":"a","text":"A"},{"id":"a","text":"B"}]}"#, "options"),
            (
                #"{"live_stream_id":"l1","type":"poll","prompt":"?","options":[{"id":"a b","text":"A"},{"id":"c","text":"B"}]}"#,
                "options[0].id"
            ),
        ])
    func fields(json: String, field: String) async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let reply = try await Manager(service).send(.POST, "/v1/admin/interactions", json: json)
            #expect(reply.status == (field == "state" ? 409 : 422), "\(reply.text)")
            // Without a stream, the business is unknown.
            #expect(reply.error?.field == field || reply.error?.field == nil && field == "live_stream_id")
        }
    }
}
