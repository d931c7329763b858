// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxFeed

@testable import WindowboxFeedViews

@Suite("Texts of live streams") struct LiveCaptionsTests {
    private func chat(_ messages: ChatMessage...) throws -> LiveChat {
        var state = LiveState()
        for (index, message) in messages.enumerated() {
            let data = try ContractJSON.decode(JSONValue.self, from: ContractJSON.encode(message))
            state.take(SocketMessage(seq: Int64(index + 1), type: .chatAdded, at: Date(timeIntervalSince1970: 0), data: data))
        }
        return state.chat
    }

    @Test("LIVE-4 User text is shown without markup, direction changes or excessive length") func hostile()
        throws
    {
        var message = ChatMessage(id: "m", guestID: "g", username: "\u{202E}Ann<b>", text: "<span size='99999'>hi</span>\u{202E}\n\nx")
        message.couponCode = "A&B"
        let list = try chat(message)
        let words = ChatLineText(list.lines[0], in: list, .english)
        #expect(words.name == "Ann<b>")
        #expect(words.text == "<span size='99999'>hi</span> x")
        #expect(words.coupon == "A&B")
        #expect(words.spoken == "Ann<b>: <span size='99999'>hi</span> x")
        message.text = String(repeating: "👨‍👩‍👧‍👦", count: 100_000)
        let long = try chat(message)
        #expect(ChatLineText(long.lines[0], in: long, .english).text.count <= 1000)
    }

    @Test("Replies, private messages and hosts are labelled") func marks() throws {
        let asked = ChatMessage(id: "a", guestID: "g", username: "Ann", text: "Why?")
        var answer = ChatMessage(id: "b", guestID: "host", username: "", text: "Because")
        (answer.isHost, answer.isPrivate, answer.replyTo) = (true, true, "a")
        let list = try chat(asked, answer)
        let words = ChatLineText(list.lines[1], in: list, .english)
        #expect(words.isHost)
        #expect(words.isPrivate)
        #expect(words.name == "Host")
        #expect(words.quote == "Reply to \u{2068}Ann\u{2069}: Why?")
        #expect(words.spoken.hasPrefix("Reply to"))
        #expect(words.spoken.hasSuffix("Host, Only the host sees this: Because"))
    }

    @Test("Refusals are explained in the user's language") func refusals() {
        func text(_ code: ErrorCode, _ field: String? = nil) -> String {
            FeedLanguage.english.text(ofChatFailure: ServiceError(APIError(code, "x", field: field)))
        }
        #expect(text(.chatMuted) == "The hosts have muted you")
        #expect(text(.chatClosed) == "Chat is closed")
        #expect(text(.conflict, "username") == "This name is already taken")
        #expect(text(.invalidField, "username") == "This name isn’t allowed")
        #expect(text(.invalidField, "text") == "Couldn’t send")
        #expect(text(.rateLimited).hasPrefix("Wait"))
        #expect(text(.serverError) == "Couldn’t send")
    }

    @Test("A start is counted down, then shown with time and day") func countdown() throws {
        let zone = try #require(TimeZone(identifier: "UTC"))
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        func text(_ countdown: LivePresentation.Countdown, _ texts: FeedLanguage = .english) -> String {
            CountdownText.text(countdown, texts, timeZone: zone)
        }
        #expect(text(.seconds(125)) == "Live in \u{2068}2:05\u{2069}")
        #expect(text(.due) == "Starting any moment now")
        #expect(text(.today(date)).contains("8:00"))
        #expect(text(.tomorrow(date)).hasPrefix("Live tomorrow"))
        #expect(text(.days(3, date)) == "Live in 3 days")
        #expect(text(.days(9, date)).contains("January 15"))
        #expect(text(.days(9, date), .german).contains("15. Januar"))
        #expect(text(.days(2, date), .arabic) == "البث بعد يومين")
    }

    @Test("A reminder is a file with a safe name", arguments: ["../../etc/passwd", "", ".hidden", "a/b\0c", "Größe 12!", "\u{202E}x"])
    func reminders(title: String) throws {
        let name = ReminderFile.name(title)
        #expect(name.hasSuffix(".ics"))
        #expect(!name.hasPrefix("."))
        #expect(!name.contains("/"))
        #expect(name.utf8.count <= 255)
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-ics-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try ReminderFile(folder: folder).write("BEGIN:VCALENDAR", title: title)
        #expect(try String(contentsOf: file, encoding: .utf8) == "BEGIN:VCALENDAR")
        #expect(file.deletingLastPathComponent().lastPathComponent == folder.lastPathComponent)
    }

    @Test("Arrivals are shown by name, with the number of others")
    func arrivals() {
        func text(_ names: [String], _ others: Int, _ language: FeedLanguage = .english) -> String {
            LiveHeader.text(LiveArrival(names: names, others: others, number: 1), language)
        }
        let (ann, bob) = ("\u{2068}Ann\u{2069}", "\u{2068}Bob\u{2069}")
        #expect(text(["Ann"], 0) == "\(ann) is here")
        #expect(text([], 3).isEmpty)
        #expect(text(["Ann", "Bob"], 0) == "\(ann) and \(bob) are here")
        #expect(text(["Ann", "Bob"], 1) == "\(ann), \(bob) and 1 other are here")
        #expect(text(["Ann", "Bob"], 4, .german) == "\(ann), \(bob) und 4 weitere sind da")
    }

    @Test("Positions in a recording are shown as hours, minutes and seconds")
    func clock() { #expect([-4, 65, 3665].map(CountdownText.clock) == ["0:00", "1:05", "1:01:05"]) }
}
