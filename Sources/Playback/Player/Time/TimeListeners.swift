// SPDX-License-Identifier: Apache-2.0

/// The listeners of a player's time, each with its own interval.
@MainActor final class TimeListeners {
    private struct Periodic {
        var ticker: PeriodicTicker
        var out: AsyncStream<Double>.Continuation
    }
    private struct Boundary {
        var watch: BoundaryTimeObserver
        var out: AsyncStream<Double>.Continuation
    }

    private var periodic: [Int: Periodic] = [:]
    private var boundaries: [Int: Boundary] = [:]
    private var count = 0

    nonisolated init() {}

    isolated deinit {
        for listener in periodic.values { listener.out.finish() }
        for listener in boundaries.values { listener.out.finish() }
    }

    func add(_ ticker: PeriodicTicker) -> AsyncStream<Double> {
        // A slow consumer needs the newest time, not the ones it missed.
        let (stream, out) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        periodic[number(of: out)] = Periodic(ticker: ticker, out: out)
        return stream
    }

    func add(_ watch: BoundaryTimeObserver) -> AsyncStream<Double> {
        let (stream, out) = AsyncStream.makeStream(of: Double.self)
        boundaries[number(of: out)] = Boundary(watch: watch, out: out)
        return stream
    }

    private func number(of out: AsyncStream<Double>.Continuation) -> Int {
        count += 1
        let number = count
        out.onTermination = { [weak self] _ in
            Task { @MainActor [weak self] in
                self?.periodic[number] = nil
                self?.boundaries[number] = nil
            }
        }
        return number
    }

    /// - Parameter isReversed: playback went backwards.
    func notify(_ time: Double?, hasJumped: Bool, isReversed: Bool = false) {
        for number in periodic.keys where periodic[number]?.ticker.passes(time, hasJumped: hasJumped) == true {
            if let time { periodic[number]?.out.yield(time) }
        }
        for number in boundaries.keys {
            for boundary in boundaries[number]?.watch.passed(time, hasJumped: hasJumped, isReversed: isReversed) ?? [] {
                boundaries[number]?.out.yield(boundary)
            }
        }
    }

    /// Seconds on the timeline until the next report; nil if there are no listeners.
    func distance(from time: Double, isReversed: Bool) -> Double? {
        let distances =
            periodic.values.map { $0.ticker.distance(from: time, isReversed: isReversed) }
            + boundaries.values.compactMap { $0.watch.distance(from: time, isReversed: isReversed) }
        return distances.min()
    }
}
