// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

extension SocketMessage {
    static func sample(_ seq: Int64, _ type: SocketMessageType, _ data: JSONValue) -> SocketMessage {
        SocketMessage(seq: seq, type: type, at: Date(timeIntervalSince1970: 1_800_000_000), data: data)
    }

    static func chat(_ seq: Int64, _ id: String, _ text: String, type: SocketMessageType = .chatAdded) -> SocketMessage {
        sample(
            seq, type,
            ["id": .string(id), "guest_id": "alias", "username": "Ann", "text": .string(text), "private": false, "deleted": false])
    }
}

@Suite("Live stream state") struct LiveStateTests {
    private func state(_ messages: (SocketMessageType, JSONValue)...) -> LiveState {
        var state = LiveState()
        for (index, message) in messages.enumerated() { state.take(.sample(Int64(index + 1), message.0, message.1)) }
        return state
    }

    @Test("LIVE-1 Status, counts, pins, announcements and coupons follow the socket") func facts() {
        let state = state(
            (.status, ["status": "live", "started_at": "2026-11-22T06:25:19Z"]), (.viewers, ["count": 12]), (.likes, ["count": 7]),
            (.productUpdated, ["product_id": "p1", "hidden": false, "sold_out": true]),
            (.productUpdated, ["product_id": "p2", "hidden": true, "sold_out": false]), (.pinned, ["ids": ["p2", "i1", "p1"]]),
            (.announcement, ["text": "Hello"]), (.coupon, ["code": "A", "text": "x"]), (.coupon, ["code": "B", "text": "y"]),
            (.coupon, ["code": "A", "text": "z", "message_id": "m"]))
        #expect(state.status == .live)
        #expect(state.viewers == 12)
        #expect(state.likes == 7)
        #expect(state.startedAt != nil)
        #expect(state.pinned == ["p2", "i1", "p1"])
        #expect(state.pinnedProducts.map(\.productID) == ["p1"])
        #expect(state.shownProducts.map(\.soldOut) == [true])
        #expect(state.announcement == "Hello")
        #expect(state.coupons.map(\.code) == ["A", "B"] && state.coupons[0].text == "z")
        var gone = state
        gone.take(.sample(20, .announcement, ["text": .null]))
        gone.take(.sample(21, .productUpdated, ["product_id": "p1", "removed": true]))
        #expect(gone.announcement == nil)
        #expect(gone.products.map(\.productID) == ["p2"])
    }

    @Test("Arrivals are shown with the number of viewers, except those from before joining") func arrivals() {
        var state = state((.viewers, ["count": 5, "joined": ["Ann", "", "Bob", "Cid"], "others": 2]))
        #expect(state.arrival == LiveArrival(names: ["Ann", "Bob"], others: 3, number: 1))
        state.take(.sample(2, .viewers, ["count": 6]))
        #expect(state.arrival?.number == 1)
        #expect(state.viewers == 6)
        state.take(.sample(3, .viewers, ["count": 7, "joined": "Eve", "others": -4]))
        #expect(state.arrival?.number == 1)
        var following = LiveFollowing()
        _ = following.handle(.enter, at: 0)
        _ = following.handle(.opened(1), at: 0)
        for (seq, now) in [(1, 0.5), (2, 3)] as [(Int64, Double)] {
            _ = following.handle(.message(.sample(seq, .viewers, ["count": 1, "joined": ["Ann"], "others": 0]), 1), at: now)
            #expect(following.state.arrival?.number == (seq == 1 ? nil : 2))
        }
    }

    @Test("Malformed messages change nothing", arguments: SocketMessageType.known) func malformed(type: SocketMessageType) {
        var state = LiveState()
        for data in [.null, "x", [1], ["status": "exploded", "count": "many", "ids": 4, "id": 5, "code": ""]] as [JSONValue] {
            state.take(.sample(1, type, data))
        }
        state.take(.sample(2, .init(rawValue: "of.tomorrow"), ["count": 5]))
        #expect(state == LiveState() || type == .announcement && state.announcement == nil)
        state.take(.sample(3, .viewers, ["count": -4]))
        #expect(state.viewers == 0)
    }

    @Test("A removed message keeps only its place, and can be restored there") func moderation() {
        var state = LiveState()
        for (index, id) in ["a", "b", "c"].enumerated() { state.take(.chat(Int64(index + 1), id, id)) }
        state.take(.sample(4, .chatRemoved, ["id": "b"]))
        #expect(state.chat.shown.map(\.id) == ["a", "c"] && state.chat.lines[1].message.text.isEmpty)
        state.take(.chat(5, "b", "again", type: .chatRestored))
        #expect(state.chat.shown.map(\.message.text) == ["a", "again", "c"])
        #expect(state.chat.total == 3)
        state.take(.sample(6, .chatRemoved, ["id": "unknown"]))
        #expect(state.chat.lines.count == 3)
    }

    @Test("The viewer's own message appears once, from either source, and its removal is shown") func own() {
        var state = LiveState()
        var message = ChatMessage(id: "m", guestID: "me", username: "Ann", text: "hi")
        state.chat.addOwn(message)
        state.take(
            .sample(1, .chatAdded, ["id": "m", "guest_id": "me", "username": "Ann", "text": "hi", "private": false, "deleted": false]))
        #expect(state.chat.lines.count == 1 && state.chat.isOwn(state.chat.lines[0].message))
        state.take(.sample(2, .chatRemoved, ["id": "m"]))
        #expect(state.chat.shown.count == 1 && state.chat.shown[0].isRemoved)
        message.guestID = "host"
        message.isHost = true
        #expect(!state.chat.isOwn(message))
    }

    @Test("A long chat keeps its newest lines") func bounds() {
        var state = LiveState()
        for number in 1...1000 { state.take(.chat(Int64(number), "m\(number)", "x")) }
        #expect(state.chat.lines.count == LiveChat.maxLines)
        #expect(state.chat.lines.last?.id == "m1000")
        #expect(state.chat.total == 1000)
    }

    @Test("A poll is launched, updated, ended and won") func games() throws {
        var poll = Interaction(id: "i1", type: .giveaway, prompt: "Win?")
        (poll.state, poll.options) = (.active, [InteractionOption(id: "a", text: "A")])
        func reported(_ interaction: Interaction) throws -> JSONValue {
            try ContractJSON.decode(JSONValue.self, from: ContractJSON.encode(interaction))
        }
        var state = LiveState()
        state.take(.sample(1, .interactionLaunched, try reported(poll)))
        #expect(state.games.current?.id == "i1")
        var results = InteractionResults()
        (results.entries, results.choices) = (3, ["a": 3])
        poll.results = results
        state.take(.sample(2, .interactionResults, try reported(poll)))
        #expect(state.games["i1"]?.interaction.results?.entries == 3)
        poll.state = .ended
        state.take(.sample(3, .interactionEnded, try reported(poll)))
        state.take(.sample(4, .winner, ["interaction_id": "i1", "winners": ["Ann", "Bo"]]))
        state.take(.sample(5, .winner, ["interaction_id": "i1", "you": true]))
        let game = try #require(state.games["i1"])
        #expect(state.games.current == nil)
        #expect(game.winners == ["Ann", "Bo"])
        #expect(game.hasWon)
        #expect(!game.hasEntered)
    }
}
