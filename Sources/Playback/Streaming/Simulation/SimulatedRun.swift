// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// One run of a simulated session.
struct SimulatedRun<Rule: QualityChoosing> {
    private let movie: MovieSizes
    private let capacity: Double
    private var rule: Rule
    private var situation: QualitySituation
    private var link: NetworkLink
    private var buffer: SimulatedBuffer
    private var time = 0.0
    private var next = 0
    private var transfers = 0
    private let journal: ((SimulatedEvent) -> Void)?

    /// Whether to abandon a transfer is checked again once both this many bits and this many seconds have passed since the last check.
    private let progressBits = 12_000.0
    private let progressTime = 0.05
    /// The shortest wait, so that a run ends even if the controller asks to be woken in the past.
    private let shortestWait = 0.01

    init(
        _ session: SimulatedSession, rule: Rule, levels: [QualityLevel], sizes: SegmentSizes, journal: ((SimulatedEvent) -> Void)?
    ) {
        movie = session.movie
        capacity = session.capacity
        self.rule = rule
        self.journal = journal
        link = NetworkLink(session.trace)
        buffer = SimulatedBuffer(segmentDuration: session.movie.segmentDuration)
        situation = QualitySituation(
            levels: levels, sizes: sizes, next: 0, end: session.movie.sizes.count, buffer: 0, capacity: session.capacity,
            hasStarted: false, isLive: session.isLive)
    }

    mutating func play() -> SimulationResult {
        let startup = start()
        while next < movie.sizes.count {
            update()
            var decision = rule.decide(situation, at: Instant(seconds: time))
            if case .wait = decision.action, buffer.levels.isEmpty {
                decision = QualityDecision(.fetch(index: next, level: 0), reason: decision.reason)
            }
            note(.decided(decision))
            switch decision.action {
            case .fetch(_, let level):
                let overflow = buffer.level + movie.segmentDuration - capacity
                if overflow > 1e-6 { wait(overflow) } else { fetch(next, level: clamped(level), fromEnd: nil) }
            case .replace(let index, let level):
                let fromEnd = next - index
                if fromEnd > 0, fromEnd <= buffer.levels.count, buffer.timeUntil(fromEnd: fromEnd) >= 0 {
                    fetch(index, level: clamped(level), fromEnd: fromEnd)
                } else {
                    wait(shortestWait)
                }
            case .wait(let until): wait(max(shortestWait, min(until.seconds - time, buffer.level)))
            }
        }
        time += buffer.level
        buffer.playOut()
        note(.ended)
        return SimulationResult(
            played: buffer.played, movie: movie, startup: startup, stalled: buffer.stalled, stalls: buffer.stalls, duration: time)
    }

    private func clamped(_ level: Int) -> Int { min(max(0, level), movie.bitrates.count - 1) }

    /// Fetches the first segment and returns the seconds it took.
    private mutating func start() -> Double {
        let id = LoadID(0)
        rule.handle(.requested(id), at: .zero)
        let firstByte = link.latency()
        rule.handle(.firstByte(id), at: Instant(seconds: firstByte))
        let bits = movie.sizes[0][0]
        var sent = 0.0
        time = firstByte
        while sent < bits {
            let step = link.send(bits - sent, minBits: progressBits, minTime: progressTime)
            sent += step.bits
            time += step.time
            if sent < bits { rule.handle(.progressed(id, bits: sent), at: Instant(seconds: time)) }
        }
        rule.handle(.finished(id, bits: bits), at: Instant(seconds: time))
        transfers = 1
        buffer.append(0)
        next = 1
        situation.hasStarted = true
        note(.fetched(index: 0, level: 0, bits: bits, firstByte: firstByte, seconds: time))
        return time
    }

    private mutating func wait(_ seconds: Double) {
        link.pass(seconds)
        pass(seconds)
    }

    private mutating func pass(_ seconds: Double) {
        time += seconds
        let stalled = buffer.play(seconds)
        if stalled > 0 { note(.stalled(seconds: stalled)) }
    }

    private mutating func update() {
        situation.next = next
        situation.buffer = buffer.level
        situation.bufferedLevels = buffer.levels
    }

    private func note(_ fact: SimulatedEvent.Fact) {
        journal?(SimulatedEvent(time: time, buffer: buffer.level, fact: fact))
    }

    /// Fetches a new segment, or one that replaces another.
    private mutating func fetch(_ index: Int, level: Int, fromEnd: Int?) {
        let id = LoadID(transfers)
        transfers += 1
        let bits = movie.sizes[index][level]
        let begin = time
        rule.handle(.requested(id), at: Instant(seconds: time))
        pass(link.latency())
        let firstByte = time - begin
        rule.handle(.firstByte(id), at: Instant(seconds: time))
        var sent = 0.0
        var untilProgress = max(0, progressTime - firstByte)
        while true {
            let step = link.send(bits - sent, minBits: progressBits, minTime: untilProgress)
            untilProgress = progressTime
            sent = step.bits >= bits - sent ? bits : sent + step.bits
            pass(step.time)
            guard sent < bits else { break }
            rule.handle(.progressed(id, bits: sent), at: Instant(seconds: time))
            update()
            let transfer = OngoingTransfer(index: index, level: level, bits: bits, received: sent, isReplacement: fromEnd != nil)
            let isDue = if let fromEnd { buffer.timeUntil(fromEnd: fromEnd) <= 0 } else { false }
            if isDue || rule.shouldAbandon(transfer, situation, at: Instant(seconds: time)) != nil {
                rule.handle(.cancelled(id), at: Instant(seconds: time))
                note(.abandoned(index: index, level: level, received: sent, seconds: time - begin))
                return
            }
        }
        rule.handle(.finished(id, bits: bits), at: Instant(seconds: time))
        if let fromEnd {
            let isInTime = buffer.replace(fromEnd: fromEnd, with: level)
            note(isInTime ? .replaced(index: index, level: level, bits: bits, seconds: time - begin) : .tooLate(index: index, level: level))
        } else {
            buffer.append(level)
            next += 1
            note(.fetched(index: index, level: level, bits: bits, firstByte: firstByte, seconds: time - begin))
        }
    }
}
