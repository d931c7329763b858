// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit

/// Each example, started and used as by a user: through accessible controls, with its frames read from the screen.
@Suite("Examples", .serialized, .timeLimit(.minutes(5)))
struct ExamplesTests {
    /// What was seen of one player.
    private struct Sight: Sendable {
        var pictures: [Int]
        var position: Double
    }

    /// The position of a video view on the screen.
    private static func place(
        _ session: DesktopSession, _ program: AccessibleObject, _ title: String, _ index: Int
    ) throws -> AccessibleObject.Extents {
        let content = try #require(program.children.first?.extents)
        let origin = try session.origin(ofWindow: title, content: content)
        var place = try #require(program.video(index)?.extents)
        (place.x, place.y) = (place.x + origin.x - content.x, place.y + origin.y - content.y)
        return place
    }

    /// Waits for the video to advance, then pauses.
    /// - Parameter title: The window's title.
    private static func watch(
        _ session: DesktopSession, _ program: AccessibleObject, _ title: String, _ index: Int = 0
    ) throws -> Sight {
        let pause = try program.wait(for: "button: Pause", index)
        let place = try place(session, program, title, index)
        let first = try session.frameNumber(in: place)
        let second = try session.frameNumber(in: place, otherThan: first)
        pause.press()
        try pause.wait(forName: "Play")
        return Sight(pictures: [first, second], position: program.all("slider: Position")[index].value ?? 0)
    }

    @Test("SimplePlayer shows a video with all controls, and its button pauses it")
    func simplePlayer() async throws {
        let served = try await ServedStream("live-cmaf")
        let address = served.address("index.m3u8")
        let sight = try await onThread {
            let session = try DesktopSession("SimplePlayer", [address])
            let program = try AccessibilityBus(session).program(session.process)
            for control in ["button: Mute", "button: Settings", "button: Full Screen", "slider: Position", "slider: Volume"] {
                _ = try program.wait(for: control)
            }
            // In full screen, the controls are below the picture and don't cover its number.
            try program.wait(for: "button: Full Screen").press()
            _ = try program.wait(for: "button: Leave Full Screen")
            return try Self.watch(session, program, "Windowbox")
        }
        #expect(sight.pictures[0] < sight.pictures[1])
    }

    @Test("CustomControls plays, pauses and seeks with its own controls")
    func customControls() async throws {
        let served = try await ServedStream("live-cmaf")
        let address = served.address("index.m3u8")
        let (sight, sought) = try await onThread {
            let session = try DesktopSession("CustomControls", [address])
            let program = try AccessibilityBus(session).program(session.process)
            let sight = try Self.watch(session, program, "Custom Controls")
            let place = try Self.place(session, program, "Custom Controls", 0)
            try program.wait(for: "slider: Position").set(value: 30)
            return (sight, try session.frameNumber(in: place, among: 840...960))
        }
        #expect(sight.pictures[0] < sight.pictures[1])
        #expect((840...960).contains(sought))
    }

    @Test("ContinuousPlayback announces the next item at the end, and plays it on request")
    func continuousPlayback() async throws {
        let served = try await ServedStream("live-cmaf")
        let addresses = [served.address("index.m3u8"), served.address("index.m3u8")]
        let sight = try await onThread {
            let session = try DesktopSession("ContinuousPlayback", addresses)
            let program = try AccessibilityBus(session).program(session.process)
            _ = try program.wait(for: "button: Pause")
            _ = try program.wait(for: "label: Part 1")
            _ = try program.wait(for: "button: Next")
            try program.wait(for: "slider: Position").set(value: 1000)
            try program.wait(for: "button: Play Now").press()
            _ = try program.wait(for: "label: Part 2")
            try program.wait(for: "button: Full Screen").press()
            _ = try program.wait(for: "button: Leave Full Screen")
            return try Self.watch(session, program, "Part 2")
        }
        // The first frame may still be the last of the previous video; the one after it is early in the next.
        #expect(sight.pictures[0] != sight.pictures[1])
        #expect(sight.pictures[1] < 900)
    }

    @Test("Shop shows a product over a video, sells a variant, and has it in its cart")
    func shop() async throws {
        let served = try await ServedStream("live-cmaf")
        let address = served.address("index.m3u8")
        try await onThread {
            let session = try DesktopSession("Shop", [address])
            let program = try AccessibilityBus(session).program(session.process)
            try program.wait(for: "button: Show Green tea").press()
            try program.wait(for: "radio: Large").press()
            _ = try program.wait(for: "label: €12.50")
            try program.wait(for: "button: Add to cart").press()
            try program.wait(for: "button: Cart: 1 product").press()
            _ = try program.wait(for: "label: Green tea, Large")
        }
    }

    @Test("FeedApp shows a service's feed, or its videos with a hashtag")
    func feedApp() async throws {
        try await ServedFeed.with(3) { served in
            let titles = try await onThread {
                let words = [served.address, ServedFeed.app, ServedFeed.channel]
                func titles(_ more: [String], until last: String) throws -> [String] {
                    let session = try DesktopSession("FeedApp", words + more)
                    let program = try AccessibilityBus(session).program(session.process)
                    _ = try program.wait(for: "label: \(last)")
                    return (1...3).map { "Film \($0)" }.filter { !program.all("label: \($0)").isEmpty }
                }
                return [try titles([], until: "Film 3"), try titles(["(or calm night)"], until: "Film 2")]
            }
            #expect(titles == [["Film 1", "Film 2", "Film 3"], ["Film 2"]])
        }
    }

    @Test("StoryInPage plays a story block in a text; full screen shows the same video, and closing it returns")
    func storyInPage() async throws {
        try await ServedFeed.with(2) { served in
            try await onThread {
                let session = try DesktopSession("StoryInPage", [served.address, ServedFeed.app, ServedFeed.channel])
                let program = try AccessibilityBus(session).program(session.process)
                _ = try program.wait(for: "label: A walk along the river")
                // Audio is off until requested.
                _ = try program.wait(for: "button: Turn sound on")
                try program.wait(for: "button: Full screen").press()
                try program.wait(for: "button: Close").press()
                _ = try program.wait(for: "label: A walk along the river")
                _ = try program.wait(for: "button: Full screen")
                // It plays. The button is not used again, because the next story's may have replaced it.
                _ = try program.wait(for: "button: Pause")
            }
        }
    }

    @Test("TwoPlayers plays two streams at once, one of them muted, each with its own controls")
    func twoPlayers() async throws {
        let served = try await ServedStream("live-cmaf")
        let addresses = [served.address("index.m3u8"), served.address("index.m3u8")]
        let (first, second) = try await onThread {
            let session = try DesktopSession("TwoPlayers", addresses)
            let program = try AccessibilityBus(session).program(session.process)
            _ = try program.wait(for: "button: Pause", 1)
            _ = try program.wait(for: "button: Mute")
            _ = try program.wait(for: "button: Unmute")
            let second = try Self.watch(session, program, "Two Players", 1)
            _ = try program.wait(for: "button: Play")
            return (try Self.watch(session, program, "Two Players", 0), second)
        }
        #expect(first.pictures[0] < first.pictures[1])
        #expect(second.pictures[0] < second.pictures[1])
    }
}
