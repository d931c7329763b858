// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Counts of events by app, day in the business's time zone, video and product, updated in the transaction that stores the events. So the
/// cost of a query depends on the number of days and videos, not on that of events. The counts contain no guests.
struct EventTally: Sendable {
    /// Derived figures, with names that no event has.
    enum Derived {
        static let view = "view"
        /// Its total is in millionths.
        static let watchedRatio = "watched_ratio"
        /// Sessions that ended with an error.
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

    private let names: KnownIDs
    private let days: AppDays

    init(names: KnownIDs, days: AppDays) { (self.names, self.days) = (names, days) }

    mutating func add(_ kept: StoredEvent) {
        let event = kept.event
        // Other events are stored but not counted, because clients can invent any number of names.
        guard EventName.known.contains(event.name) else { return }
        // A looping video reports its quartiles and its end again; these count only in the first pass.
        guard !Self.steps.contains(event.name) || (event.pass ?? 1) <= 1 else { return }
        // Repeated clicks on the same button count once.
        guard event.name != .clickCTA || !event.isRepeated else { return }
        add(kept, event.name.rawValue)
        // An autoplaying video counts as viewed only after an engaged view.
        let isAutoplay = event.isAutoplay == true
        if (event.name == .start && !isAutoplay) || (event.name == .engagedView && isAutoplay) { add(kept, Derived.view) }
        guard event.name == .session else { return }
        if let ratio = event.watchedRatio { add(kept, Derived.watchedRatio, total: Int64((ratio * 1_000_000).rounded())) }
        if event.reason == "error" { add(kept, Derived.failure) }
        for measure in SessionMeasure.known {
            if let value = measure.value(in: event) { add(kept, Derived.session(measure), total: value) }
        }
    }

    private mutating func add(_ kept: StoredEvent, _ name: String, total: Int64 = 0) {
        // Times before 1970 count as day 0.
        let day = days[kept.app].day(ofMilliseconds: max(0, kept.time))
        let key = Key(
            app: kept.app, name: name, day: max(0, day), video: names.video(of: kept.event),
            product: names.product(of: kept.event))
        sums[key, default: Sum()].events += 1
        sums[key, default: Sum()].total += total
    }

    // In a fixed order, so that concurrent writers can't deadlock.
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
