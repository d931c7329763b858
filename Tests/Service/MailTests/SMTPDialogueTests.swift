// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WindowboxMail

@Suite("The dialogue with a mail server") struct SMTPDialogueTests {
    private static func server(
        _ security: SMTPServer.Security = .none, user: String? = nil, host: String = "127.0.0.1"
    ) -> SMTPServer {
        var server = SMTPServer(
            host: host, port: 25, security: security, credentials: user.map { SMTPServer.Credentials(user: $0, password: "pass") })
        server.clientName = "tv.example"
        return server
    }

    private static func dialogue(_ server: SMTPServer) -> SMTPDialogue {
        SMTPDialogue(server: server, envelope: .init(sender: "from@tv.example", recipient: "To@a.example"))
    }

    private static func reply(_ code: Int, _ lines: String...) -> SMTPReply { SMTPReply(code: code, lines: lines.isEmpty ? ["ok"] : lines) }

    /// Answers one after the other.
    private static func answer(_ dialogue: inout SMTPDialogue, _ replies: SMTPReply...) -> [SMTPDialogue.Action] {
        replies.map { dialogue.received($0) }
    }

    @Test("A message is sent step by step") func plain() {
        var dialogue = Self.dialogue(Self.server())
        let said = Self.answer(
            &dialogue, Self.reply(220), Self.reply(250, "mail.test", "SIZE 100"), Self.reply(250), Self.reply(251), Self.reply(354),
            Self.reply(250))
        #expect(
            said == [
                .send("EHLO tv.example"), .send("MAIL FROM:<from@tv.example>"), .send("RCPT TO:<To@a.example>"), .send("DATA"),
                .sendContent,
                .end(.accepted),
            ])
    }

    @Test("After STARTTLS everything begins again, and nothing that was said before counts") func startTLS() {
        var dialogue = Self.dialogue(Self.server(.startTLS, user: "ann"))
        #expect(
            Self.answer(&dialogue, Self.reply(220), Self.reply(250, "m", "STARTTLS", "AUTH PLAIN"), Self.reply(220)) == [
                .send("EHLO tv.example"), .send("STARTTLS"), .startTLS,
            ])
        #expect(dialogue.secured() == .send("EHLO tv.example"))
        // PLAIN was offered only in plain text.
        #expect(dialogue.received(Self.reply(250, "m", "AUTH=LOGIN")) == .send("AUTH LOGIN"))
        #expect(
            Self.answer(&dialogue, Self.reply(334, "VXNlcm5hbWU6"), Self.reply(334, "UGFzc3dvcmQ6"), Self.reply(235)) == [
                .send("YW5u"), .send("cGFzcw=="), .send("MAIL FROM:<from@tv.example>"),
            ])
    }

    @Test("Without STARTTLS neither a password nor a message is sent") func stripped() {
        var dialogue = Self.dialogue(Self.server(.startTLS, user: "ann", host: "mail.example"))
        _ = dialogue.received(Self.reply(220))
        guard case .end(.deferred(let reason)) = dialogue.received(Self.reply(250, "m", "AUTH PLAIN")) else {
            Issue.record("It went on")
            return
        }
        #expect(reason.contains("STARTTLS"))
    }

    @Test("PLAIN has the user and the password, at once or when asked") func auth() {
        var dialogue = Self.dialogue(Self.server(.implicit, user: "ann"))
        #expect(
            Self.answer(&dialogue, Self.reply(220), Self.reply(250, "m", "auth login plain"), Self.reply(334, "")) == [
                .send("EHLO tv.example"), .send("AUTH PLAIN AGFubgBwYXNz"), .send("AGFubgBwYXNz"),
            ])
        #expect(dialogue.received(Self.reply(235)) == .send("MAIL FROM:<from@tv.example>"))
        var none = Self.dialogue(Self.server(.implicit, user: "ann"))
        _ = none.received(Self.reply(220))
        guard case .end(.deferred) = none.received(Self.reply(250, "m", "AUTH XOAUTH2")) else {
            Issue.record("It went on")
            return
        }
    }

    @Test("A check ends before a message") func check() {
        var dialogue = SMTPDialogue(server: Self.server(), envelope: nil)
        #expect(Self.answer(&dialogue, Self.reply(220), Self.reply(250)) == [.send("EHLO tv.example"), .end(.accepted)])
    }

    @Test(
        "What can't succeed later is refused, everything else is tried again",
        arguments: [
            (0, 554, false), (0, 421, false), (1, 502, false), (2, 550, false), (2, 451, false), (3, 550, true), (3, 450, false),
            (3, 552, false),
            (3, 553, true), (3, 421, false), (4, 554, true), (4, 451, false), (5, 554, true), (5, 452, false), (5, 421, false),
        ])
    func failures(step: Int, code: Int, isFinal: Bool) {
        var dialogue = Self.dialogue(Self.server())
        let replies = [220, 250, 250, 250, 354].map { Self.reply($0) }
        for reply in replies.prefix(step) { _ = dialogue.received(reply) }
        let last = dialogue.received(Self.reply(code, "<to@A.example> \u{1B}[31mno\r\nsuch", "user"))
        switch (last, isFinal) {
        case (.end(.refused(let reason)), true), (.end(.deferred(let reason)), false):
            #expect(reason.contains("\(code)") && reason.contains("such user"), "\(reason)")
            // The log has no addresses, and no other lines.
            #expect(!reason.lowercased().contains("to@a.example") && !reason.contains("\n") && !reason.contains("\u{1B}"), "\(reason)")
        default: Issue.record("\(last)")
        }
    }

    @Test("A reply that echoes the password does not reach the log") func echo() {
        var dialogue = Self.dialogue(Self.server(.implicit, user: "ann"))
        _ = Self.answer(&dialogue, Self.reply(220), Self.reply(250, "m", "AUTH PLAIN"))
        guard case .end(.deferred(let reason)) = dialogue.received(Self.reply(535, "bad password 'pass'")) else {
            Issue.record("It went on")
            return
        }
        #expect(!reason.contains("'pass'"), "\(reason)")
        #expect(!"\(SMTPServer.Credentials(user: "ann", password: "word"))".contains("word"))
    }

    @Test("Replies are found however their bytes are split") func splits() throws {
        let text = "250-first\r\n250-second line\r\n250 third\r\n354\r\n220 x\n"
        let whole = try {
            var reader = SMTPReplyReader(); return try reader.read(text.utf8)
        }()
        #expect(
            whole == [
                SMTPReply(code: 250, lines: ["first", "second line", "third"]), SMTPReply(code: 354, lines: [""]),
                SMTPReply(code: 220, lines: ["x"]),
            ])
        for cut in 0...text.utf8.count {
            var reader = SMTPReplyReader()
            let both = try reader.read(text.utf8.prefix(cut)) + reader.read(text.utf8.dropFirst(cut))
            #expect(both == whole)
            #expect(reader.isEmpty)
        }
        var started = SMTPReplyReader()
        #expect(try started.read("250-a\r\n".utf8).isEmpty && !started.isEmpty)
    }

    @Test(
        "What isn't a reply is an error",
        arguments: [
            "HTTP/1.1 400 Bad Request\r\n", "\r\n", "25\r\n", "250x\r\n", "600 x\r\n", "150 x\r\n", "250-a\r\n251 b\r\n",
            "SSH-2.0-OpenSSH\r\n",
            String(repeating: "2", count: 5000), String(repeating: "250-a\r\n", count: 200),
        ])
    func garbage(text: String) {
        var reader = SMTPReplyReader()
        #expect(throws: MailFault.self) { try reader.read(text.utf8) }
    }

    @Test("Dots at the beginning of lines are doubled, and a dot ends the content") func dots() {
        #expect(SMTPDialogue.stuffed(".\r\n..a\r\nb.\r\n") == "..\r\n...a\r\nb.\r\n.\r\n")
        #expect(SMTPDialogue.stuffed("a") == "a\r\n.\r\n")
        // A bare line feed must not end it early (SMTP smuggling).
        #expect(SMTPDialogue.stuffed("a\n.\nMAIL FROM:<x@y.example>") == "a\r\n..\r\nMAIL FROM:<x@y.example>\r\n.\r\n")
    }

    @Test(
        "Only this machine is loopback",
        arguments: [
            ("localhost", true), ("127.0.0.1", true), ("127.1.2.3", true), ("::1", true), ("127.evil.example", false),
            ("127.0.0.1.evil.example", false), ("10.0.0.1", false), ("127.0.0", false), ("127..0.1", false),
        ])
    func loopback(host: String, isLocal: Bool) { #expect(SMTPServer.isLoopback(host) == isLocal) }
}
