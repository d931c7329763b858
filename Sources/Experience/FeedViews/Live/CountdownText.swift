// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxFeed

/// The start time of a stream as text.
enum CountdownText {
    static func text(_ countdown: LivePresentation.Countdown, _ texts: FeedLanguage, timeZone: TimeZone = .current) -> String {
        switch countdown {
        case .seconds(let seconds): return texts.text(.liveIn, ["time": DisplayText.isolated(clock(seconds))])
        case .today(let date): return texts.text(.liveToday, ["time": time(date, texts, timeZone)])
        case .tomorrow(let date): return texts.text(.liveTomorrow, ["time": time(date, texts, timeZone)])
        case .days(let days, let date):
            guard days > nearDays else { return texts.text(.liveInDays, count: days) }
            return texts.text(.liveOn, ["date": day(date, texts, timeZone), "time": time(date, texts, timeZone)])
        case .due: return texts.text(.startsSoon)
        }
    }

    /// From this many days on, the date is shown instead.
    private static let nearDays = 6

    /// Seconds until the text may change.
    static func updateInterval(_ countdown: LivePresentation.Countdown) -> Double {
        if case .seconds = countdown { 1 } else { 20 }
    }

    /// `1:05`, `1:01:05`.
    static func clock(_ seconds: Int) -> String {
        let (hours, minutes, rest) = (max(0, seconds) / 3600, max(0, seconds) / 60 % 60, max(0, seconds) % 60)
        func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return (hours > 0 ? "\(hours):\(padded(minutes))" : "\(minutes)") + ":" + padded(rest)
    }

    private static func time(_ date: Date, _ texts: FeedLanguage, _ timeZone: TimeZone) -> String {
        var style = Date.FormatStyle(date: .omitted, time: .shortened, locale: Locale(identifier: texts.tag))
        style.timeZone = timeZone
        return DisplayText.isolated(date.formatted(style))
    }

    private static func day(_ date: Date, _ texts: FeedLanguage, _ timeZone: TimeZone) -> String {
        var style = Date.FormatStyle(date: .long, time: .omitted, locale: Locale(identifier: texts.tag))
        style.timeZone = timeZone
        return DisplayText.isolated(date.formatted(style))
    }
}
