// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxKit

@testable import WindowboxPackager

@Suite("Live channels") struct LiveChannelTests {
    /// Parts of a third of a second, six per segment, as an encoder would send them.
    private struct Broadcast {
        var channel: LiveChannel
        var time = 1000.0
        var sent = 0
        var requests: UInt64 = 0

        init(_ renditions: [String] = ["video"], _ change: (inout LiveSettings) -> Void = { _ in }) {
            var settings = LiveSettings()
            change(&settings)
            channel = LiveChannel(renditions: renditions, settings: settings)
            for rendition in renditions { _ = channel.handle(.header(rendition: rendition), at: time) }
        }

        @discardableResult mutating func send(_ count: Int = 1, to renditions: [String] = ["video"]) -> [LiveChannel.Action] {
            var actions: [LiveChannel.Action] = []
            for _ in 0..<count {
                time += 1.0 / 3
                for rendition in renditions {
                    actions += channel.handle(
                        .part(rendition: rendition, duration: 1.0 / 3, isIndependent: sent % 6 == 0, date: 1_763_812_800 + time), at: time)
                }
                sent += 1
            }
            return actions
        }

        mutating func ask(
            _ sequence: UInt64? = nil, _ part: Int? = nil, skip: DeliveryDirectives.Skip? = nil, of rendition: String = "video"
        ) -> [LiveChannel.Action] {
            requests += 1
            return channel.handle(
                .request(.init(requests), rendition: rendition, DeliveryDirectives(mediaSequence: sequence, part: part, skip: skip)),
                at: time)
        }

        mutating func playlist(skip: DeliveryDirectives.Skip? = nil, of rendition: String = "video") throws -> MediaPlaylist {
            guard case .respond(_, let bytes)? = ask(skip: skip, of: rendition).first else { throw Missing() }
            let reading = Playlist.parse(bytes, baseURL: "http://example.org/\(rendition)/index.m3u8", options: .init())
            guard let playlist = try reading.get().media else { throw Missing() }
            return playlist
        }

        struct Missing: Error {}
    }

    @Test("Parts are listed as they arrive, and become a segment at the next keyframe") func parts() throws {
        var broadcast = Broadcast()
        let first = broadcast.send(6)
        #expect(first == (0..<6).map { .keep(rendition: "video", name: "part-\($0).m4s") })
        let seventh = broadcast.send()
        #expect(
            seventh == [
                .join(rendition: "video", name: "segment-0.m4s", parts: (0..<6).map { "part-\($0).m4s" }),
                .keep(rendition: "video", name: "part-6.m4s"),
            ])
        let playlist = try broadcast.playlist()
        #expect(playlist.segments.count == 1 && playlist.upcoming?.parts.count == 1 && playlist.upcoming?.parts[0].isIndependent == true)
        #expect(playlist.segments[0].parts.map(\.isIndependent) == [true, false, false, false, false, false])
        #expect(playlist.targetDuration == 2)
        #expect(playlist.partTarget == 0.334)
        #expect(playlist.version == 9)
        #expect(playlist.preloadHints == [PreloadHint(kind: .part, uri: URIReference("part-7.m4s", base: playlist.baseURL))])
        #expect(playlist.segments[0].map?.uri.text == "init-0.mp4")
        #expect(playlist.segments[0].statesProgramDateTime)
        #expect(abs((playlist.upcoming?.programDateTime ?? 0) - (playlist.segments[0].programDateTime ?? 0) - 2) < 0.001)
    }

    @Test("The server control attributes satisfy the standard") func control() throws {
        var broadcast = Broadcast {
            $0.segmentDuration = 4; $0.partTarget = 1
        }
        broadcast.send()
        let playlist = try broadcast.playlist()
        #expect(playlist.targetDuration == 4)
        #expect(playlist.serverControl == ServerControl(canBlockReload: true, canSkipUntil: 24, holdBack: 12, partHoldBack: 3))
    }

    @Test("A segment never exceeds the target duration, however late a keyframe is") func late() throws {
        var broadcast = Broadcast()
        broadcast.sent = 1
        for number in 0..<50 where number % 6 != 5 { broadcast.send() }
        for _ in 0..<40 {
            _ = broadcast.channel.handle(.part(rendition: "video", duration: 1.0 / 3, isIndependent: false, date: 0), at: broadcast.time)
        }
        let playlist = try broadcast.playlist()
        #expect(playlist.segments.count > 8)
        #expect(playlist.segments.allSatisfy { Int($0.duration.rounded()) <= playlist.targetDuration })
        #expect(playlist.duration > 20)
    }

    @Test("A blocking request is answered once its segment or part is available (6.2.5.2)") func blocking() throws {
        var broadcast = Broadcast()
        broadcast.send(8)
        // Segment 0 is complete; segment 1 has two parts.
        #expect(broadcast.ask(0, 5).isAnswer)
        #expect(broadcast.ask(0).isAnswer)
        #expect(broadcast.ask(1, 1).isAnswer)
        #expect(broadcast.ask(1, 2) == [])
        #expect(broadcast.ask(1) == [])
        #expect(broadcast.ask(2, 0) == [])
        // After the last part of a complete segment comes the first of the next one.
        #expect(broadcast.ask(0, 6).isAnswer)
        #expect(broadcast.channel.heldRequests == 3)
        #expect(broadcast.send().answered == [4])
        #expect(broadcast.send(3).answered == [])
        #expect(broadcast.send().answered == [5, 6])
        #expect(broadcast.channel.heldRequests == 0)
    }

    @Test("A request beyond the last part waits for the first part of the next segment") func behind() throws {
        var broadcast = Broadcast()
        broadcast.send(12)
        _ = broadcast.channel.handle(.header(rendition: "video"), at: broadcast.time)
        // Segment 1 is complete, and segment 2 has no parts.
        #expect(broadcast.ask(1, 6) == [])
        #expect(broadcast.send().answered == [1])
    }

    @Test("A request too far ahead is refused") func refusals() {
        var broadcast = Broadcast()
        broadcast.send(8)
        #expect(broadcast.ask(3, 0) == [.refuse(.init(1), status: 400)])
        #expect(broadcast.ask(.max) == [.refuse(.init(2), status: 400)])
        #expect(broadcast.ask(nil, 3) == [.refuse(.init(3), status: 400)])
        // Three seconds of parts after the last one, and no more.
        #expect(broadcast.ask(1, 10) == [])
        #expect(broadcast.ask(1, 11) == [.refuse(.init(5), status: 400)])
        #expect(broadcast.ask(2, 9) == [.refuse(.init(6), status: 400)])
        #expect(broadcast.ask(1, -1) == [.refuse(.init(7), status: 400)])
        #expect(broadcast.ask(of: "other") == [.refuse(.init(8), status: 404)])
    }

    @Test("A request times out after three target durations") func patience() {
        var broadcast = Broadcast()
        broadcast.send(8)
        #expect(broadcast.ask(1) == [])
        #expect(broadcast.channel.nextDeadline == broadcast.time + 6)
        #expect(broadcast.channel.handle(.tick, at: broadcast.time + 5.9) == [])
        #expect(broadcast.channel.handle(.tick, at: broadcast.time + 6) == [.refuse(.init(1), status: 503)])
        #expect(broadcast.channel.nextDeadline == nil)
        #expect(broadcast.ask(1) == [])
        #expect(broadcast.channel.handle(.cancelled(.init(2)), at: broadcast.time) == [])
        #expect(broadcast.channel.heldRequests == 0)
    }

    @Test("A request for the hinted part is held until the part is available") func hints() throws {
        var broadcast = Broadcast()
        broadcast.send(5)
        let hint = try #require(try broadcast.playlist().preloadHints.first?.uri.text)
        #expect(broadcast.channel.handle(.file(.init(90), rendition: "video", name: hint), at: broadcast.time) == [])
        #expect(
            broadcast.channel.handle(.file(.init(91), rendition: "video", name: "part-0.m4s"), at: broadcast.time)
                == [.serve(.init(91), rendition: "video", name: "part-0.m4s")])
        // Whether it ends a segment or not, its name was announced correctly.
        #expect(broadcast.send().contains(.serve(.init(90), rendition: "video", name: hint)))
        #expect(broadcast.channel.handle(.file(.init(92), rendition: "video", name: "part-6.m4s"), at: broadcast.time) == [])
        #expect(broadcast.channel.handle(.ended, at: broadcast.time).contains(.refuse(.init(92), status: 404)))
    }

    @Test("A delta update skips what the client has, and merges to the same playlist") func delta() throws {
        var broadcast = Broadcast()
        broadcast.send(60)
        let before = try broadcast.playlist()
        broadcast.send(7)
        let update = try broadcast.playlist(skip: .segments)
        let whole = try broadcast.playlist()
        let skipped = try #require(update.skip?.skippedSegments)
        #expect(skipped > 0)
        #expect(Int(skipped) + update.segments.count == whole.segments.count)
        // The part that isn't skipped is at least CAN-SKIP-UNTIL long.
        #expect(update.segments.reduce(0) { $0 + $1.duration } >= 12 - 2)
        guard case .success(let merged) = Result(catching: { try before.merging(update).playlist }) else {
            Issue.record("The update can't be merged.")
            return
        }
        #expect(merged.segments.map(\.uri.text) == whole.segments.map(\.uri.text))
        #expect(merged.upcoming?.parts == whole.upcoming?.parts)
        #expect(merged.segments.last?.map == whole.segments.last?.map)
        var short = Broadcast()
        short.send(20)
        #expect(try short.playlist(skip: .segments).skip == nil)
    }

    @Test("Rendition reports name the last part of the other renditions") func reports() throws {
        var broadcast = Broadcast(["video", "sound"])
        broadcast.send(8, to: ["video", "sound"])
        broadcast.send(to: ["video"])
        let heard = try broadcast.playlist(of: "sound")
        #expect(heard.renditionReports.map(\.uri.text) == ["../video/index.m3u8"])
        #expect(heard.renditionReports[0].lastSequence == 1)
        #expect(heard.renditionReports[0].lastPart == 2)
        #expect(try broadcast.playlist().renditionReports.first?.lastPart == 1)
    }

    @Test("Parts, then segments behind the window are removed, and their files deleted later") func window() throws {
        var broadcast = Broadcast {
            $0.window = 20; $0.isRecorded = false
        }
        let actions = broadcast.send(300)
        let playlist = try broadcast.playlist()
        #expect(playlist.segments.count == 10 || playlist.segments.count == 11)
        #expect(playlist.mediaSequence + UInt64(playlist.segments.count) == 49)
        #expect(playlist.segments.filter { !$0.parts.isEmpty }.count <= 4)
        // Parts are listed for three target durations from the end.
        let listed = playlist.segments.filter { !$0.parts.isEmpty }.reduce(0) { $0 + $1.duration }
        #expect(listed > 5.99)
        let removed = actions.compactMap { if case .remove(_, let name) = $0 { name } else { nil } }
        #expect(removed.contains("segment-0.m4s"))
        #expect(removed.contains("part-0.m4s"))
        #expect(Set(removed).count == removed.count)
        // A segment is kept as long as a player may have it in its playlist.
        #expect(!removed.contains("segment-\(playlist.mediaSequence - 1).m4s"))
    }

    @Test("A recorded channel keeps everything for a replay") func replay() throws {
        var broadcast = Broadcast { $0.window = 12 }
        broadcast.send(100)
        let actions = broadcast.channel.handle(.ended, at: broadcast.time)
        #expect(actions.contains { if case .join(_, "segment-16.m4s", let parts) = $0 { parts.count == 4 } else { false } })
        let replay = try #require(broadcast.channel.replay("video"))
        #expect(replay.segments.count == 17)
        #expect(replay.isEndList)
        #expect(replay.kind == .onDemand)
        #expect(replay.partTarget == nil)
        #expect(abs(replay.duration - 100.0 / 3) < 0.01)
        let read = try Playlist.parse(replay.write()).get().media
        #expect(read?.segments.map(\.uri.text) == replay.segments.map(\.uri.text))
        var unrecorded = Broadcast { $0.isRecorded = false }
        unrecorded.send(10)
        #expect(unrecorded.channel.replay("video") == nil)
    }

    @Test("The end answers all held requests, removes hints, and makes a segment of the last parts") func ending() throws {
        var broadcast = Broadcast()
        broadcast.send(8)
        #expect(broadcast.ask(1) == [])
        let actions = broadcast.channel.handle(.ended, at: broadcast.time)
        #expect(actions.answered == [1])
        let playlist = try broadcast.playlist()
        #expect(playlist.isEndList)
        #expect(playlist.preloadHints.isEmpty)
        #expect(playlist.upcoming == nil)
        #expect(playlist.segments.count == 2)
        #expect(broadcast.send() == [] || broadcast.channel.heldRequests == 0)
        #expect(broadcast.ask(50, 3).isAnswer)
    }

    @Test("An encoder's restart is marked as a discontinuity") func discontinuity() throws {
        var broadcast = Broadcast()
        broadcast.send(9)
        let actions = broadcast.channel.handle(.header(rendition: "video"), at: broadcast.time)
        #expect(
            actions == [
                .join(rendition: "video", name: "segment-1.m4s", parts: ["part-6.m4s", "part-7.m4s", "part-8.m4s"]),
                .keep(rendition: "video", name: "init-1.mp4"),
            ])
        broadcast.sent = 0
        broadcast.send(7)
        let playlist = try broadcast.playlist()
        #expect(playlist.segments.map(\.isDiscontinuity) == [false, false, true])
        #expect(playlist.segments.map { $0.map?.uri.text } == ["init-0.mp4", "init-0.mp4", "init-1.mp4"])
    }

    @Test("Arbitrary input of players and encoders keeps playlists valid", arguments: 0..<20) func anything(seed: UInt64) throws {
        var random = SeededChance(seed &* 0x9E37_79B9 &+ 1)
        var broadcast = Broadcast { $0.window = 15 }
        for _ in 0..<400 {
            broadcast.time += Double.random(in: 0..<1, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: _ = broadcast.ask(UInt64.random(in: 0...40, using: &random), Int.random(in: -1...12, using: &random))
            case 1: _ = broadcast.ask(UInt64.random(in: 0...40, using: &random))
            case 2: _ = broadcast.channel.handle(.tick, at: broadcast.time)
            case 3: _ = broadcast.channel.handle(.cancelled(.init(UInt64.random(in: 0...50, using: &random))), at: broadcast.time)
            default:
                _ = broadcast.channel.handle(
                    .part(
                        rendition: "video", duration: Double.random(in: -0.1...0.334, using: &random),
                        isIndependent: Int.random(in: 0..<5, using: &random) == 0, date: broadcast.time), at: broadcast.time)
            }
            let playlist = try broadcast.playlist()
            #expect(playlist.segments.allSatisfy { Int($0.duration.rounded()) <= playlist.targetDuration })
            #expect(playlist.segments.enumerated().allSatisfy { playlist.mediaSequence + UInt64($0.offset) == $0.element.sequence })
        }
        _ = broadcast.channel.handle(.ended, at: broadcast.time)
        #expect(broadcast.channel.heldRequests == 0)
    }
}

extension [LiveChannel.Action] {
    fileprivate var isAnswer: Bool { count == 1 && !answered.isEmpty }
    fileprivate var answered: [UInt64] { compactMap { if case .respond(let id, _) = $0 { id.number } else { nil } } }
}
