// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMail
import WindowboxServiceKit

@testable import WindowboxServer

@Suite("Settings of e-mail") struct MailSettingsTests {
    private static func configuration(_ values: [(String, String)]) throws -> ServiceConfiguration {
        var configuration = try ServiceConfiguration(file: nil, environment: [:], arguments: values.map { (name: $0.0, value: $0.1) })
        try configuration.findMail()
        return configuration
    }

    private static let basis = [("public-url", "https://tv.example/"), ("mail-from", "TV <tv@tv.example>")]

    @Test(
        "TLS is required for all servers but those of this machine",
        arguments: [
            ("mail.example", 587, SMTPServer.Security.startTLS), ("mail.example:465", 465, .implicit),
            ("mail.example:2525", 2525, .startTLS), ("localhost", 25, .none), ("127.1.2.3", 25, .none), ("[::1]:25", 25, .none),
            ("::1", 25, .none), ("[2001:db8::1]:587", 587, .startTLS), ("2001:db8::1", 587, .startTLS),
        ])
    func security(server: String, port: Int, security: SMTPServer.Security) throws {
        let mail = try #require(try Self.configuration(Self.basis + [("mail-server", server)]).settings.mail)
        #expect(mail.server.port == port)
        #expect(mail.server.security == security)
        #expect(!mail.server.host.contains("[") && mail.server.clientName == "tv.example")
        #expect(mail.from.address == "tv@tv.example" && mail.from.name == "TV")
    }

    @Test("Without a server there is no e-mail") func none() throws {
        #expect(try Self.configuration([("public-url", "https://tv.example")]).settings.mail == nil)
    }

    @Test(
        "Settings that don't fit together are refused with the place",
        arguments: [
            ([("mail-from", "a@b.example")], "mail-from"), ([("mail-user", "a")], "mail-user"),
            ([("mail-server", "mail.example"), ("public-url", "https://a.example")], "mail-from"),
            ([("mail-server", "mail.example"), ("mail-from", "a@b.example")], "public-url"),
            (Self.basis + [("mail-server", "mail.example"), ("mail-tls", "none")], "mail-tls"),
            (Self.basis + [("mail-server", "mail.example"), ("mail-user", "a")], "mail-password-file"),
            (Self.basis + [("mail-server", "mail.example"), ("mail-password-file", "/none")], "mail-user"),
            (Self.basis + [("mail-server", "mail.example"), ("mail-user", "a"), ("mail-password-file", "/none")], "mail-password-file"),
            (Self.basis + [("mail-server", "mail.example"), ("mail-authorities", "/none")], "mail-authorities"),
            ([("mail-server", "mail.example:0")], "--set mail-server"), ([("mail-server", "smtp://a")], "--set mail-server"),
            ([("mail-server", "a b")], "--set mail-server"), ([("mail-server", "ann@mail.example")], "--set mail-server"),
            ([("mail-tls", "yes")], "--set mail-tls"), ([("mail-from", "Ann")], "--set mail-from"),
            ([("mail-from", "jörg@b.example")], "--set mail-from"),
        ] as [([(String, String)], String)])
    func faults(values: [(String, String)], place: String) {
        #expect { try Self.configuration(values) } throws: { ($0 as? ConfigurationFault)?.location == place }
    }

    @Test("The password is the first line of its file") func password() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "wb-password-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let values = Self.basis + [("mail-server", "mail.example"), ("mail-user", "tv"), ("mail-password-file", file.path)]
        try Data(" pass word \nsecond\n".utf8).write(to: file)
        #expect(try Self.configuration(values).settings.mail?.server.credentials?.password == " pass word ")
        try Data("\n".utf8).write(to: file)
        #expect(throws: ConfigurationFault.self) { try Self.configuration(values) }
    }

    @Test("The check before serving reports a server that can't be used", .enabled(if: MailServer.isInstalled)) func check() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-check-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificate = try await LocalCertificate()
        let server = try await MailServer("tls=\(certificate.folder.path)", "user=bob:right")
        let password = folder.appending(path: "password").path
        func run(_ word: String) async throws -> (status: Int32, lines: [String]) {
            try Data(word.utf8).write(to: URL(filePath: password))
            let settings = [
                "database=\(folder.path)/s.sqlite", "listen=127.0.0.1:0", "workers=0", "live=no", "public-url=https://tv.example",
                "mail-from=tv@tv.example", "mail-server=localhost:\(server.port)", "mail-tls=starttls", "mail-user=bob",
                "mail-password-file=\(password)", "mail-authorities=\(certificate.pem.path)",
            ]
            return try await RunningProgram.run("windowbox-service", ["run", "--check"] + settings.flatMap { ["--set", $0] })
        }
        let right = try await run("right")
        #expect(right.status == 0, "\(right.lines)")
        let wrong = try await run("wrong word")
        #expect(wrong.status != 0)
        let told = wrong.lines.joined(separator: "\n")
        #expect(told.contains("mail-server: The mail server answered 535") && !told.contains("wrong word"), "\(told)")
        await server.stop()
    }
}
