// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxServiceKit

@Suite("Live stream storage", .serialized) struct LiveTests {
    private static let noon = OpenedCatalogue.noon

    private func numbers(_ entries: [LiveLogEntry]) -> [Int64] { entries.map(\.message.seq) }

    @Test("All resources of a parent are visited once, in order, however many there are", arguments: Make.available)
    func visits(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            // Two batches and a bit, all of the same moment.
            let channels = (0..<1001).map { VideoChannel(id: "c\(10_000 + $0)", businessID: "b1", name: "x", slug: "c\($0)") }
            try await opened.catalogue.resources.save(channels, at: Self.noon)
            let other = VideoChannel(id: "other", businessID: "b2", name: "x", slug: "other")
            try await opened.catalogue.resources.save(other, at: Self.noon)
            let found = try await opened.catalogue.live.perform(on: "l1", at: Self.noon) { step in
                var found: [String] = []
                try step.each(VideoChannel.self, of: "b1") { found.append($0.id) }
                return found
            }
            #expect(found == channels.map(\.id))
        }
    }

    @Test("Messages are numbered in order, and the newest of a key replaces older ones", arguments: Make.available)
    func log(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let live = opened.catalogue.live
            try await live.perform(on: "l1", at: Self.noon) { step in
                try step.emit(.status, ["status": "live"], key: "status")
                try step.emit(.chatAdded, ["id": "m1"], key: "chat:m1", author: "g1", isChat: true)
                try step.emit(.announcement, ["text": "'; DROP"], key: "announcement")
                try step.emit(.status, ["status": "paused"], key: "status")
                try step.emit(.winner, ["you": true], to: "g2")
            }
            try await live.perform(on: "l2", at: Self.noon) { try $0.emit(.status, ["status": "live"], key: "status") }
            let all = try await live.log(of: "l1", after: 0, limit: 10)
            #expect(numbers(all) == [2, 3, 4, 5])
            #expect(all[1].message.data == ["text": "'; DROP"])
            #expect(all[2].key == "status")
            #expect(all[3].guestID == "g2")
            #expect(try await numbers(live.log(of: "l1", after: 3, limit: 1)) == [4])
            #expect(try await live.lastNumbers(of: ["l1", "l2", "l3"]) == ["l1": 5, "l2": 1])
            try await live.perform(on: "l1", at: Self.noon) { step in
                for number in 0..<5 { try step.emit(.chatAdded, ["n": .integer(Int64(number))], isChat: true) }
                try step.forget(key: "announcement")
            }
            // The last messages, and the current state of everything else.
            #expect(try await numbers(live.summary(of: "l1", messages: 2)) == [4, 5, 9, 10])
            try await live.forget("l1")
            #expect(try await live.log(of: "l1", after: 0, limit: 10).isEmpty)
            #expect(try await live.lastNumbers(of: ["l1", "l2"]) == ["l2": 1])
        }
    }

    @Test("A step is atomic and isolated", arguments: Make.available) func steps(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let catalogue = opened.catalogue
            struct Refusal: Error {}
            await #expect(throws: Refusal.self) {
                try await catalogue.live.perform(on: "l1", at: Self.noon) { step in
                    try step.emit(.status, [:])
                    throw Refusal()
                }
            }
            #expect(try await catalogue.live.log(of: "l1", after: 0, limit: 10).isEmpty)
            var interaction = Interaction(id: "i1", type: .poll, prompt: "?")
            interaction.liveStreamID = "l1"
            try await catalogue.resources.save(interaction, at: Self.noon)
            try await withThrowingTaskGroup { group in
                for _ in 0..<30 {
                    group.addTask {
                        try await catalogue.live.perform(on: "l1", at: Self.noon) { step in
                            guard var interaction = try step.find(Interaction.self, id: "i1") else { throw Refusal() }
                            interaction.winnerCount += 1
                            try step.save(interaction)
                            try step.emit(.viewers, ["n": .integer(Int64(interaction.winnerCount))])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await catalogue.resources.find(Interaction.self, id: "i1")?.winnerCount == 30)
            let reported = try await catalogue.live.log(of: "l1", after: 0, limit: 100)
            #expect(reported.map(\.message.data) == (1...30).map { ["n": .integer(Int64($0))] })
            #expect(numbers(reported) == (1...30).map { Int64($0) })
        }
    }

    @Test("Webhooks are notified only of completed steps", arguments: Make.available) func notices(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let catalogue = opened.catalogue
            struct Refusal: Error {}
            try await catalogue.resources.save(
                Webhook(id: "w1", businessID: "b1", url: "https://hooks.example/", types: ["live.started"]), at: Self.noon)
            for fails in [true, false] {
                try? await catalogue.live.perform(on: "l1", at: Self.noon) { step in
                    try step.publish("live.started", business: "b1", data: ["fails": .bool(fails)])
                    try step.publish("live.ended", business: "b1", data: [:])
                    try step.set(LiveTimer(stream: "l1", kind: .remind))
                    if fails { throw Refusal() }
                }
                let reported = try await catalogue.webhooks.deliveries(of: "w1", before: nil, limit: 10).map(\.message.data)
                #expect(reported == (fails ? [] : [["fails": false]]))
                #expect(try await catalogue.live.due(at: Self.noon).count == (fails ? 0 : 1))
            }
        }
    }

    @Test("Likes and current viewers are counted, without those who left", arguments: Make.available) func counts(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let live = opened.catalogue.live
            #expect(try await live.perform(on: "l1", at: Self.noon) { try $0.like(3) } == 3)
            #expect(try await live.perform(on: "l1", at: Self.noon) { try $0.like(2) } == 5)
            let guests = (0..<250).map { "g\($0)" }
            try await live.watch("l1", guests: guests, until: Self.noon.addingTimeInterval(60))
            try await live.watch("l1", guests: ["g0"], until: Self.noon.addingTimeInterval(90))
            try await live.leave("l1", guest: "g1")
            #expect(try await live.counts(of: ["l1", "l2"], at: Self.noon) == ["l1": LiveCounts(viewers: 249, likes: 5)])
            #expect(try await live.counts(of: ["l1"], at: Self.noon.addingTimeInterval(60))["l1"]?.viewers == 1)
            #expect(try await live.perform(on: "l1", at: Self.noon) { try $0.note(viewers: 1) })
            #expect(try await !live.perform(on: "l1", at: Self.noon) { try $0.note(viewers: 1) })
            #expect(try await live.forgetViewers(before: Self.noon.addingTimeInterval(61)) == 248)
        }
    }

    @Test("A username belongs to one guest per stream", arguments: Make.available) func names(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let live = opened.catalogue.live
            var claims: [Bool] = []
            for (name, guest, stream) in [
                ("ann", "g1", "l1"), ("ann", "g1", "l1"), ("ann", "g2", "l1"), ("ann", "g2", "l2"), ("anna", "g1", "l1"),
                ("ann", "g2", "l1"),
            ] {
                claims.append(try await live.perform(on: stream, at: Self.noon) { try $0.claim(name: name, for: guest) })
            }
            #expect(claims == [true, true, false, true, true, true])
        }
    }

    @Test("A stream's timers follow its schedule, and stop once it starts", arguments: Make.available) func timers(make: Make) async throws
    {
        try await OpenedCatalogue.with(make) { opened in
            let catalogue = opened.catalogue
            var stream = LiveStream(id: "l1", videoID: "v1", channelID: "c1", title: "x")
            func due(_ seconds: Double) async throws -> [LiveTimer] {
                try await catalogue.live.due(at: Self.noon.addingTimeInterval(seconds))
            }
            func save() async throws { try await catalogue.resources.save(stream, at: Self.noon) }
            stream.scheduledAt = Self.noon.addingTimeInterval(3600)
            try await save()
            #expect(try await due(2999).isEmpty)
            #expect(try await due(3600) == [LiveTimer(stream: "l1", kind: .remind)])
            stream.startType = .auto
            try await save()
            #expect(try await due(3600) == [LiveTimer(stream: "l1", kind: .remind), LiveTimer(stream: "l1", kind: .start)])
            // Postponed.
            stream.scheduledAt = Self.noon.addingTimeInterval(7200)
            try await save()
            #expect(try await due(6599).isEmpty)
            #expect(try await due(6600).map(\.kind) == [.remind])
            let taken = try await catalogue.live.perform(on: "l1", at: Self.noon) { step in
                let timer = LiveTimer(stream: "l1", kind: .remind)
                return [try step.take(timer), try step.take(timer)]
            }
            #expect(taken == [true, false])
            stream.status = .live
            try await save()
            #expect(try await due(10_000).isEmpty)
        }
    }

    @Test("Interactions are found by their parents", arguments: Make.available) func interactions(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let catalogue = opened.catalogue
            for (channel, video) in [("c1", "v1"), ("c1", "v2"), ("c2", "v3")] {
                try await opened.addVideo(video, channel: channel, minute: 1)
            }
            let stream = LiveStream(id: "l1", videoID: "v2", channelID: "c1", title: "x")
            try await catalogue.resources.save(stream, at: Self.noon)
            for (id, live, video) in [("i1", "l1", nil), ("i2", "l1", nil), ("i3", nil, "v1"), ("i4", nil, "v3")] {
                var interaction = Interaction(id: id, type: .poll, prompt: "?")
                (interaction.liveStreamID, interaction.videoID) = (live, video)
                try await catalogue.resources.save(interaction, at: Self.noon)
            }
            #expect(try await Set(catalogue.live.interactionParents(channels: ["c1"])) == ["l1", "v1"])
            #expect(try await catalogue.live.interactionParents(channels: []) == [])
        }
    }
}
