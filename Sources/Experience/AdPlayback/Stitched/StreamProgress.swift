// SPDX-License-Identifier: Apache-2.0

import WindowboxAds

/// Seconds since a stream player was made.
struct StreamClock: Sendable {
    private let beginning = ContinuousClock.now

    var now: Double { beginning.duration(to: .now) / .seconds(1) }
}

/// How far playback has come, and whether it is paused.
struct StreamProgress {
    /// Tells continuous playback from seeks.
    private var run = ContinuousPlay()
    private(set) var isPaused = false

    /// Restarts at a position, however it was reached.
    mutating func begin(at position: Double, moment: Double) { run.begin(at: position, moment: moment) }

    /// - Returns: the previously reported position, if playback continued from there without a jump; nil otherwise.
    mutating func move(to time: Double, at moment: Double, speed: Double) -> Double? {
        let before = run.position ?? time
        return run.move(to: time, at: moment, speed: speed) ? before : nil
    }

    /// - Returns: whether that is a change.
    mutating func setPaused(_ isPaused: Bool, at moment: Double) -> Bool {
        guard self.isPaused != isPaused else { return false }
        self.isPaused = isPaused
        if isPaused { run.pause(at: moment) } else { run.resume(at: moment) }
        return true
    }
}

/// Ads play at normal speed; afterwards the viewer's speed is restored.
struct LinearSpeed {
    /// The viewer's speed; nil if it wasn't changed.
    private var before: Double?

    /// - Returns: the speed to set; nil to leave it.
    mutating func begin(_ speed: Double) -> Double? {
        guard before == nil, speed != 1 else { return nil }
        before = speed
        return 1
    }

    /// - Returns: the speed to set; nil to leave it.
    mutating func end() -> Double? {
        defer { before = nil }
        return before
    }
}

/// The stream that was requested.
struct RequestedStream {
    /// Nil until the service has answered.
    var stream: StitchedStream?
    /// URL of the content without ads.
    var backup: String?
    /// Whether the player has loaded it.
    var isReady = false
}

/// What a stream player waits for. It ends with its owner.
@MainActor final class StreamTasks {
    private var tasks: [Task<Void, Never>] = []
    /// The timeout for loading the stream.
    private var timeout: Task<Void, Never>?
    private var network: Task<Void, Never>?

    isolated deinit { end() }

    func add(_ body: @escaping @MainActor () async -> Void) { tasks.append(Task { await body() }) }

    func watchNetwork(_ body: @escaping @MainActor () async -> Void) {
        network?.cancel()
        network = Task { await body() }
    }

    /// Replaces the timeout; infinity sets none.
    func setTimeout(_ seconds: Double, _ body: @escaping @MainActor () -> Void) {
        timeout?.cancel()
        guard seconds.isFinite else { return }
        timeout = Task {
            try? await Task.sleep(for: .seconds(seconds))
            if !Task.isCancelled { body() }
        }
    }

    func cancelTimeout() { timeout?.cancel() }

    /// Cancels all but the timeout and watching the network.
    func cancel() {
        for task in tasks { task.cancel() }
        tasks = []
    }

    func end() {
        cancel()
        timeout?.cancel()
        network?.cancel()
    }
}
