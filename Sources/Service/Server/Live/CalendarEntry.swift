// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// A live stream's start as an iCalendar file (RFC 5545).
struct CalendarEntry {
    let stream: LiveStream
    let start: Date
    let now: Date

    init(stream: LiveStream, start: Date, at now: Date) {
        self.stream = stream
        self.start = start
        self.now = now
    }

    var text: String {
        var lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Windowbox//EN", "METHOD:PUBLISH", "BEGIN:VEVENT",
            "UID:\(stream.id)@windowbox", "DTSTAMP:\(Self.time(now))", "DTSTART:\(Self.time(start))", "DURATION:PT1H",
            "SUMMARY:\(Self.escaped(stream.title))",
        ]
        if !stream.description.isEmpty { lines.append("DESCRIPTION:\(Self.escaped(stream.description))") }
        if let url = stream.primaryURL, url.hasPrefix("http") { lines.append("URL:\(url.filter { !$0.isNewline })") }
        lines += [
            "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT10M", "DESCRIPTION:\(Self.escaped(stream.title))", "END:VALARM", "END:VEVENT",
            "END:VCALENDAR",
        ]
        return lines.map(Self.folded).joined()
    }

    private static func time(_ date: Date) -> String {
        // 2026-11-22T06:25:19.120Z becomes 20261122T062519Z.
        Timestamp.text(date).prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }

    /// Escapes a text so that it can neither end its line nor start another property (3.3.11).
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": result += "\\\(scalar)"
            case "\n", "\u{2028}", "\u{2029}", "\u{85}": result += "\\n"
            case _ where scalar.properties.generalCategory == .control: break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Folds lines to at most 75 bytes (3.1). A character with very many combining marks is longer, so it may be split between them.
    private static func folded(_ line: String) -> String {
        var result = String.UnicodeScalarView()
        var count = 0
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if count + size > 75 {
                result.append(contentsOf: "\r\n ".unicodeScalars)
                count = 1
            }
            result.append(scalar)
            count += size
        }
        return String(result) + "\r\n"
    }
}
