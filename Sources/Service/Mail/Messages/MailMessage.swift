// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A message of plain text to one recipient.
public struct MailMessage: Hashable, Sendable {
    public var from: MailAddress
    public var to: MailAddress
    /// Line breaks and control characters become spaces.
    public var subject: String
    /// Lines may have any length and characters.
    public var text: String
    public var date: Date
    /// Unique, of letters, digits, `-` and `_`. It stays the same when the message is sent again, so that receivers recognise a duplicate.
    public var id: String
    /// A BCP 47 tag.
    public var language: String

    public init(from: MailAddress, to: MailAddress, subject: String, text: String, date: Date, id: String, language: String = "en") {
        (self.from, self.to, self.subject, self.text) = (from, to, subject, text)
        (self.date, self.id, self.language) = (date, id, language)
    }

    /// Header and body (RFC 5322, RFC 2045) with CR LF after each line, which has at most 76 characters unless an address is longer.
    public var content: String {
        let name = id.unicodeScalars.filter {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_".unicodeScalars.contains($0))
        }
        let tag = language.unicodeScalars.filter { $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-") }
        let fields = [
            HeaderText.field("From", from), HeaderText.field("To", to), HeaderText.field("Subject", subject),
            "Date: \(MailDate.text(date))", "Message-ID: <\(String(String.UnicodeScalarView(name)))@\(from.domain)>",
            // Keeps automatic replies from being sent (RFC 3834).
            "Auto-Submitted: auto-generated", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable", "Content-Language: \(String(String.UnicodeScalarView(tag)))",
        ]
        return fields.joined(separator: "\r\n") + "\r\n\r\n" + QuotedPrintable.encoded(text)
    }
}

/// Writes dates of header fields (RFC 5322 3.3).
enum MailDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func text(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
        func two(_ number: Int?) -> String {
            let number = number ?? 0
            return number < 10 ? "0\(number)" : "\(number)"
        }
        let (day, month) = (days[((parts.weekday ?? 1) - 1) % 7], months[((parts.month ?? 1) - 1) % 12])
        let time = "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
        return "\(day), \(two(parts.day)) \(month) \(parts.year ?? 1970) \(time) +0000"
    }
}
