// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// The days of a time zone, numbered from 1970-01-01 as day 0.
///
/// A day has 23 or 25 hours when clocks change, and may be missing where a zone moved across the date line.
public struct DayCalendar: Hashable, Sendable {
    public static let utc = DayCalendar(name: "UTC", zone: .gmt)

    /// The IANA name of the zone.
    public let name: String
    private let zone: TimeZone

    private init(name: String, zone: TimeZone) { (self.name, self.zone) = (name, zone) }

    /// - Parameter name: `UTC` or an IANA name such as `Europe/Berlin`.
    /// - Returns: nil for anything else. Offsets such as `GMT+2` have no daylight saving time and are rejected.
    public init?(_ name: String) {
        if name == "UTC" {
            self = .utc
        } else {
            guard name.contains("/"), name.utf8.count <= 64, let zone = TimeZone(identifier: name) else { return nil }
            self.init(name: name, zone: zone)
        }
    }

    /// The day of a date.
    public func day(of date: Date) -> Int64 { day(ofMilliseconds: Timestamp.milliseconds(date)) }

    /// The start of a day; if it doesn't exist, the start of the next one.
    public func start(of day: Int64) -> Date { Timestamp.date(milliseconds(ofStart: day)) }

    /// The names of `count` days up to and including the date's day, such as `2026-11-22`.
    public func names(of count: Int, endingAt date: Date) -> [String] {
        let last = day(of: date)
        return (last - Int64(count) + 1...last).map(Self.name)
    }

    /// A moment in the zone with its offset, such as `2026-11-22T13:30:00+01:00`.
    public func text(_ date: Date) -> String {
        let offset = offset(at: Timestamp.milliseconds(date)) / 1000
        let local = Timestamp.text(date.addingTimeInterval(Double(offset))).prefix(19)
        let minutes = abs(offset) / 60
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(local)\(offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    }

    /// Such as `2026-11-22`.
    static func name(of day: Int64) -> String { String(Timestamp.text(Timestamp.date(day * length)).prefix(10)) }

    func day(ofMilliseconds time: Int64) -> Int64 {
        let local = time + offset(at: time)
        return local / Self.length - (local % Self.length < 0 ? 1 : 0)
    }

    func milliseconds(ofStart day: Int64) -> Int64 {
        // The largest offset of any zone from UTC. Clocks change at whole seconds.
        var (low, high) = ((day * Self.length - Self.furthest) / 1000, (day * Self.length + Self.furthest) / 1000)
        while low < high {
            let middle = low + (high - low) / 2
            if self.day(ofMilliseconds: middle * 1000) >= day { high = middle } else { low = middle + 1 }
        }
        return low * 1000
    }

    /// The zone's UTC offsets in a range of days, in milliseconds: the first from the beginning, each other one from its own time on.
    func offsets(in days: Range<Int64>) -> [(from: Int64, offset: Int64)] {
        var time = milliseconds(ofStart: days.lowerBound)
        let end = milliseconds(ofStart: days.upperBound)
        var offsets = [(from: time, offset: offset(at: time))]
        while time < end {
            let next = min(time + Self.length, end)
            let (before, after) = (offset(at: time), offset(at: next))
            if before != after {
                var (low, high) = (time / 1000, next / 1000)
                while high - low > 1 {
                    let middle = low + (high - low) / 2
                    if offset(at: middle * 1000) == before { low = middle } else { high = middle }
                }
                offsets.append((high * 1000, after))
            }
            time = next
        }
        return offsets
    }

    private func offset(at time: Int64) -> Int64 { Int64(zone.secondsFromGMT(for: Timestamp.date(time))) * 1000 }

    /// The length of a UTC day in milliseconds.
    static let length: Int64 = 86_400_000
    private static let furthest: Int64 = 16 * 3_600_000
}

extension Business {
    /// The calendar for its figures.
    /// - Parameter standard: used if its time zone is missing or unknown.
    public func days(or standard: DayCalendar) -> DayCalendar { timeZone.flatMap(DayCalendar.init) ?? standard }
}

/// The calendars of the businesses that apps belong to.
struct AppDays {
    private var calendars: [String: DayCalendar] = [:]
    private let standard: DayCalendar

    /// - Parameters:
    ///   - apps: their ids.
    ///   - standard: for businesses without a time zone.
    init(of apps: Set<String>, or standard: DayCalendar, _ connection: any SQLConnection) throws {
        self.standard = standard
        let rows = try connection.rows(
            """
            SELECT a.id, b.document FROM resource a JOIN resource b ON b.kind = \(Business.kind) AND b.id = a.parent
            WHERE a.kind = \(ClientApp.kind) AND a.id IN \(SQL.list(apps.sorted().map(SQLValue.text)))
            """)
        // If a business's record can't be read, the default applies; its viewers' events are kept all the same.
        for row in rows { calendars[row.text(0)] = connection.readable(Business.self, row.text(1))?.days(or: standard) }
    }

    subscript(app: String) -> DayCalendar { calendars[app] ?? standard }
}
