// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import WindowboxCodec
import WindowboxContract
import WindowboxEngine
import WindowboxFeed
import WindowboxFeedViews
import WindowboxGTK
import WindowboxMedia

/// Runs a scripted scenario in the feed window and measures it.
@MainActor final class FeedRehearsal {
    private let browser: FeedBrowser
    private(set) var figures = RehearsalFigures()
    /// Seconds to watch each item, without a transition in progress.
    private static let rest = 0.6
    /// Swipes until all players and decoders exist.
    private static let warmUp = 20
    /// Number of swipes at the start and at the end whose median counts: whether one or two videos more are preloaded matters more than
    /// what a swipe leaks.
    private static let sample = 20
    /// Pixels per frame.
    private static let step = 24.0

    init(_ browser: FeedBrowser) { self.browser = browser }

    /// Returns when the scenario has finished or can't continue.
    func play(_ part: Rehearsal) async {
        do {
            try await waitForFeed()
            switch part {
            case .feed: break
            case .swipes(let count): try await swipe(count)
            case .scroll(let seconds): try await scroll(seconds)
            case .stay(let seconds): try await stay(seconds)
            }
        } catch { figures.problem = "\(error)" }
    }

    private struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private func waitForFeed() async throws {
        // Neither the window nor the existence of a feed view is observable.
        while browser.frameInterval == nil || browser.feedView == nil { try await Task.sleep(for: .milliseconds(2)) }
        guard let feed = browser.feedView?.feed else { return }
        await until { !feed.items.isEmpty || feed.loadResult != nil }
        guard !feed.items.isEmpty else { throw Problem(description: "the feed is empty, or could not be loaded") }
        await frame()
        figures.feedShown = MonotonicClock.now.seconds
    }

    // MARK: Swipes

    private func open() async throws -> FeedPlayerPage {
        guard let feed = browser.feedView?.feed else { throw Problem(description: "there is no feed") }
        let first = feed.items.firstIndex { $0.video?.hlsURL != nil && $0.video?.type == .video }
        guard let first else { throw Problem(description: "the feed has no video that can be played") }
        browser.open(feed, at: first)
        guard let page = browser.player else { throw Problem(description: "the player did not open") }
        await until { page.state.hasPicture }
        return page
    }

    private func swipe(_ count: Int) async throws {
        let page = try await open()
        let playable = try playable(of: page)
        for _ in 0..<count {
            let target = try next(page, playable)
            while !page.isReady(target) { try await Task.sleep(for: .milliseconds(20)) }
            try await Task.sleep(for: .seconds(Self.rest))
            let (seconds, frames) = await time(page, target)
            figures.ready.append(seconds)
            figures.readyFrames.append(frames)
        }
        for round in 0..<count {
            // Half the feed away, nothing is preloaded.
            let index = playable.firstIndex(of: page.playback.index ?? 0) ?? 0
            let target = playable[(index + playable.count / 2 + round % 2) % playable.count]
            guard !page.isReady(target) else { continue }
            try await Task.sleep(for: .seconds(Self.rest))
            figures.cold.append(await time(page, target).seconds)
        }
    }

    private func playable(of page: FeedPlayerPage) throws -> [Int] {
        let items = page.playback.feed.items
        let playable = items.indices.filter { items[$0].video?.hlsURL != nil && items[$0].video?.type == .video }
        guard playable.count >= 8 else { throw Problem(description: "the feed has \(playable.count) videos; swipes needs at least 8") }
        return playable
    }

    /// The next playable item. The last one is followed by the first, which isn't preloaded.
    private func next(_ page: FeedPlayerPage, _ playable: [Int]) throws -> Int {
        guard let index = page.playback.index else { throw Problem(description: "the player has closed") }
        if let next = playable.first(where: { $0 > index }) { return next }
        page.resume(at: playable[0])
        return playable[1]
    }

    /// - Returns: the time until the frame with the first picture, and that frame's number, 1 being the next frame.
    private func time(_ page: FeedPlayerPage, _ target: Int) async -> (seconds: Double, frames: Int) {
        let count = FrameCount()
        page.onTick { _ in
            count.frames += 1
            return !count.isOver
        }
        let requestedAt = MonotonicClock.now
        page.resume(at: target)
        await until { page.state.shown?.index == target && page.state.hasPicture }
        await frame()
        count.isOver = true
        figures.swipes += 1
        return (MonotonicClock.now - requestedAt, count.frames)
    }

    private final class FrameCount {
        var frames = 0
        var isOver = false
    }

    // MARK: Grid

    private func scroll(_ seconds: Double) async throws {
        guard let view = browser.feedView, let interval = view.frameInterval else {
            throw Problem(description: "the grid isn’t in a window")
        }
        // Thumbnails have loaded, and one item plays.
        try await Task.sleep(for: .seconds(2))
        let end = MonotonicClock.now.seconds + seconds
        let (ticks, continuation) = AsyncStream.makeStream(of: Double.self)
        var pixels = Self.step
        view.onTick { moment in
            if !view.scroll(by: pixels) { pixels = -pixels }
            continuation.yield(moment)
            guard MonotonicClock.now.seconds < end else {
                continuation.finish()
                return false
            }
            return true
        }
        var last: Double?
        for await moment in ticks {
            figures.frames += 1
            if let last { figures.droppedFrames += max(0, Int(((moment - last) / interval).rounded()) - 1) }
            last = moment
        }
    }

    // MARK: Endurance

    private func stay(_ seconds: Double) async throws {
        let page = try await open()
        let playable = try playable(of: page)
        let end = MonotonicClock.now.seconds + seconds
        var (before, after): ([Int], [Int]) = ([], [])
        while true {
            let target = try next(page, playable)
            _ = await time(page, target)
            try await Task.sleep(for: .seconds(1))
            let left = end - MonotonicClock.now.seconds
            if (Self.warmUp..<Self.warmUp + Self.sample).contains(figures.swipes), let memory = Self.memory() { before.append(memory) }
            if left < Double(Self.sample), let memory = Self.memory() { after.append(memory) }
            if left <= 0 { break }
        }
        (figures.memoryBefore, figures.memoryAfter) = (Self.middle(of: before), Self.middle(of: after))
    }

    private static func middle(of values: [Int]) -> Int? { values.isEmpty ? nil : values.sorted()[values.count / 2] }

    /// Resident bytes, without memory cached by the allocator.
    private static func memory() -> Int? {
        UnusedMemory.release()
        let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ").dropFirst().first
        return pages.flatMap { Int($0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
    }

    // MARK: Waiting

    /// Waits until the next frame has been presented.
    private func frame() async {
        await withCheckedContinuation { continuation in browser.afterNextFrame { continuation.resume() } }
    }

    private func until(_ condition: @MainActor () -> Bool) async {
        while true {
            let (changes, continuation) = AsyncStream<Void>.makeStream()
            if withObservationTracking(condition, onChange: { continuation.yield() }) { return }
            for await _ in changes { break }
        }
    }
}
