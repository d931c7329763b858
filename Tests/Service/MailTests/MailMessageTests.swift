// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxServiceKit

@testable import WindowboxMail

@Suite("Messages") struct MailMessageTests {
    private static func message(
        subject: String = "Hello", text: String = "Text", name: String? = nil, to: String = "ann@example.org"
    ) throws -> MailMessage {
        MailMessage(
            from: try MailAddress("studio@example.com", name: name), to: try MailAddress(to), subject: subject, text: text,
            date: Date(timeIntervalSince1970: 1_763_812_800), id: "abc-1_2")
    }

    private static func parts(_ message: MailMessage) -> (header: [String], body: [String]) {
        let lines = message.content.components(separatedBy: "\r\n")
        let end = lines.firstIndex(of: "") ?? lines.endIndex
        return (Array(lines[..<end]), Array(lines[min(end + 1, lines.endIndex)...]))
    }

    @Test("A message has the fields of RFC 5322 and MIME") func fields() throws {
        #expect(
            try Self.message().content == """
                From: studio@example.com\r
                To: ann@example.org\r
                Subject: Hello\r
                Date: Sat, 22 Nov 2025 12:00:00 +0000\r
                Message-ID: <abc-1_2@example.com>\r
                Auto-Submitted: auto-generated\r
                MIME-Version: 1.0\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Transfer-Encoding: quoted-printable\r
                Content-Language: en\r
                \r
                Text\r

                """)
    }

    @Test(
        "No line break in a subject, a name, an ID or a language begins another field",
        arguments: ["\r\n", "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}", "\u{B}", "\r\n\r\n", "\0", "\u{C}"])
    func injection(end: String) throws {
        var message = try Self.message(subject: "a\(end)Bcc: eve@example.org", name: "b\(end)Bcc: eve@example.org")
        message.id = "x\(end)Bcc: eve@example.org"
        message.language = "en\(end)Bcc: eve@example.org"
        let header = Self.parts(message).header
        #expect(header.count == 10, "\(header)")
        #expect(!header.contains { $0.lowercased().hasPrefix("bcc") })
        #expect(header.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
    }

    @Test(
        "Any text comes back as it was, in lines of at most 76 ASCII characters",
        .enabled(if: MailServer.isInstalled),
        arguments: [
            "Grüße aus Köln", "こんにちは、世界。これは長い行です。" + String(repeating: "長い", count: 80), "مرحبا", "👩‍👩‍👧‍👦" + String(repeating: "🎉", count: 40),
            String(repeating: "x", count: 2000), "= equals =3D and ?= and =?utf-8?Q?x?=", String(repeating: "word ", count: 60) + "end",
            "tab\tinside", "\"quoted\" \\ back", "e\u{301}", "a, b; c <d@e.example>", "From here",
        ])
    func texts(text: String) async throws {
        let message = try Self.message(subject: text, text: "\(text)\n\n\(text)", name: text)
        let lines = message.content.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 76 }, "\(lines)")
        #expect(message.content.utf8.allSatisfy { $0 < 0x7F && $0 != 0 })
        #expect(!message.content.replacing("\r\n", with: "").contains { $0 == "\n" || $0 == "\r" })
        let read = MailServer.Message(content: message.content)
        let subject = text.replacing("\t", with: " ")
        #expect(try await read.field("Subject") == subject)
        #expect(try await read.field("From").contains("<studio@example.com>"))
        #expect(try await read.text().replacing("\r\n", with: "\n") == "\(text)\n\n\(text)\n")
    }

    @Test("White space at the end of a line, dots and other line ends survive, control characters don't") func body() throws {
        let body = Self.parts(try Self.message(text: "a \nb\t\r\n.\r..c\nFrom d\n\u{7}\0e")).body
        #expect(body == ["a=20", "b=09", ".", "..c", "=46rom d", "e", ""])
    }

    @Test("A soft line break cuts no character, and a full line needs none") func width() throws {
        let full = String(repeating: "a", count: 76)
        #expect(Self.parts(try Self.message(text: full)).body == [full, ""])
        let more = Self.parts(try Self.message(text: full + "b")).body
        #expect(more == [String(repeating: "a", count: 75) + "=", "ab", ""])
        let cut = Self.parts(try Self.message(text: String(repeating: "a", count: 70) + "€€")).body
        #expect(cut == [String(repeating: "a", count: 70) + "=", "=E2=82=AC=E2=82=AC", ""])
    }

    @Test(
        "What isn't a plain address is refused",
        arguments: [
            "", "ann", "@a.example", "ann@", "a@b@c.example", "a b@c.example", "a@b..example", ".a@b.example", "a.@b.example",
            "a..b@c.example",
            "a@-b.example", "a@b-.example", "\"a b\"@c.example", "a@[127.0.0.1]", "a\r\nb@c.example",
            "a@b.example\r\nRCPT TO:<c@d.example>",
            "<a@b.example>", "a@b.example>", "a,b@c.example", "a@b_c.example", "\0@b.example",
            String(repeating: "a", count: 65) + "@b.example",
            "a@" + String(repeating: "b", count: 64) + ".example", "a@" + String(repeating: "bb.", count: 84) + "example", "a;b@c.example",
        ])
    func refused(address: String) {
        #expect(throws: MailFault.self) { try MailAddress(address) }
    }

    @Test(
        "Addresses with characters that are not ASCII are refused with a remedy",
        arguments: ["jörg@a.example", "a@bücher.example", "用户@a.example"])
    func international(address: String) {
        #expect { try MailAddress(address) } throws: { "\($0)".contains("not ASCII") }
    }

    @Test(
        "Addresses are read with and without a name",
        arguments: [
            ("ann@example.org", "ann@example.org", nil), (" ann@example.org ", "ann@example.org", nil),
            ("Ann <ann@example.org>", "ann@example.org", "Ann"), ("\"Ann, B.\" <a+b@example.org>", "a+b@example.org", "Ann, B."),
            ("<o'neil@example.org>", "o'neil@example.org", nil), ("Jörg <j@xn--bcher-kva.example>", "j@xn--bcher-kva.example", "Jörg"),
        ] as [(String, String, String?)])
    func parsed(text: String, address: String, name: String?) throws {
        let read = try MailAddress(parsing: text)
        #expect(read.address == address)
        #expect(read.name == name)
    }

    @Test("A name with special characters is quoted") func names() throws {
        #expect(try Self.parts(Self.message(name: "A \"B\", C\\")).header[0] == "From: \"A \\\"B\\\", C\\\\\" <studio@example.com>")
        #expect(try Self.parts(Self.message(name: "Köln TV")).header[0] == "From: =?utf-8?B?S8O2bG4gVFY=?= <studio@example.com>")
    }
}
