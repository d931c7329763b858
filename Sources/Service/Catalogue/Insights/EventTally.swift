// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Counts of events by app, day of the app's business, video and product, kept in the transaction that keeps the events: what is asked over months costs what
/// days and videos there are, however many events there were. Nobody is in them.
struct EventTally: Sendable {
    /// Names that no event has: what is counted in another way than by its name.
    enum Derived {
        static let view = "view"
        /// Its total is in millionths.
        static let watchedRatio = "watched_ratio"
        /// Sessions that an error ended.
        static let failure = "session.failed"
        static func session(_ measure: SessionMeasure) -> String { "session.\(measure.rawValue)" }
    }

    private struct Key: Hashable, Comparable {
        var app: String
        var name: String
        var day: Int64
        var video: String
        var product: String

        static func < (one: Key, other: Key) -> Bool {
            (one.app, one.name, one.day, one.video, one.product) < (other.app, other.name, other.day, other.video, other.product)
        }
    }

    private struct Sum {
        var events: Int64 = 0
        var total: Int64 = 0
    }

    private static let steps: Set<EventName> = [.firstQuartile, .midpoint, .thirdQuartile, .complete]
    private var sums: [Key: Sum] = [:]

    private let names: CountedNames
    private let days: AppDays

    init(names: CountedNames, days: AppDays) { (self.names, self.days) = (names, days) }

    mutating func add(_ kept: KeptEvent) {
        let event = kept.event
        // Others are kept as they are; a client could make up any number of them.
        guard EventName.known.contains(event.name) else { return }
        // A video that loops tells its quarters and its end again: how far people come is counted once for each of them.
        guard !Self.steps.contains(event.name) || (event.pass ?? 1) <= 1 else { return }
        // Whoever clicks on a button three times has clicked on it.
        guard event.name != .clickCTA || !event.isRepeated else { return }
        add(kept, event.name.rawValue)
        // What began by itself was viewed once that was long enough.
        let isAutoplay = event.isAutoplay == true
        if (event.name == .start && !isAutoplay) || (event.name == .engagedView && isAutoplay) { add(kept, Derived.view) }
        guard event.name == .session else { return }
        if let ratio = event.watchedRatio { add(kept, Derived.watchedRatio, total: Int64((ratio * 1_000_000).rounded())) }
        if event.reason == "error" { add(kept, Derived.failure) }
        for measure in SessionMeasure.known {
            if let value = measure.value(in: event) { add(kept, Derived.session(measure), total: value) }
        }
    }

    private mutating func add(_ kept: KeptEvent, _ name: String, total: Int64 = 0) {
        // Days before 1970 are none that a report is asked for.
        let day = days[kept.app].day(ofMilliseconds: max(0, kept.time))
        let key = Key(
            app: kept.app, name: name, day: max(0, day), video: names.video(of: kept.event),
            product: names.product(of: kept.event))
        sums[key, default: Sum()].events += 1
        sums[key, default: Sum()].total += total
    }

    // In one order: two processes that count the same never wait for each other in a circle.
    func write(_ connection: any SQLConnection) throws {
        let sorted = sums.sorted { $0.key < $1.key }
        for start in stride(from: 0, to: sorted.count, by: 50) {
            let rows = sorted[start..<min(start + 50, sorted.count)].map { key, sum -> SQL in
                "(\(key.app), \(key.name), \(key.day), \(key.video), \(key.product), \(sum.events), \(sum.total))"
            }
            try connection.execute(
                """
                INSERT INTO tally (app, name, day, video, product, events, total) VALUES \(SQL.joined(rows, by: ", "))
                ON CONFLICT (app, name, day, video, product)
                DO UPDATE SET events = tally.events + excluded.events, total = tally.total + excluded.total
                """)
        }
    }
}
