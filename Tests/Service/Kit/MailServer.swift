// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxKit

/// A local mail server of Debian's python3-aiosmtpd, see `Scripts/mail/server.py`. It ends with this object.
public final class MailServer: Sendable {
    /// A message that it accepted.
    public struct Message: Decodable, Hashable, Sendable {
        public var sender: String
        public var recipients: [String]
        /// Whether it came by TLS.
        public var secure: Bool
        public var user: String?
        public var content: String

        /// A message that was not sent.
        public init(content: String) { (sender, recipients, secure, user, self.content) = ("", [], false, nil, content) }

        /// The text of the body, decoded by an implementation that isn't ours.
        public func text() async throws -> String {
            let program =
                "import email,email.policy,json,sys;m=email.message_from_string(sys.argv[1],policy=email.policy.default);"
                + "print(json.dumps(m.get_content()))"
            let lines = try await RunningProgram.run("/usr/bin/python3", ["-c", program, content]).lines
            return try JSONDecoder().decode(String.self, from: Data(lines.joined().utf8))
        }

        /// A decoded field of the header.
        public func field(_ name: String) async throws -> String {
            let program =
                "import email,email.policy,sys;m=email.message_from_string(sys.argv[1],policy=email.policy.default);"
                + "print(m[sys.argv[2]])"
            return try await RunningProgram.run("/usr/bin/python3", ["-c", program, content, name]).lines.joined(separator: "\n")
        }
    }

    public static let isInstalled = FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/aiosmtpd")

    public let port: Int
    private let program: RunningProgram
    private let lines: AsyncStream<String>

    /// - Parameter options: see the script.
    public init(_ options: String...) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Scripts/mail/server.py").standardized
        program = try RunningProgram("/usr/bin/python3", [script.path] + options, readsInput: true)
        port = try await program.port()
        lines = program.lines
    }

    /// Waits for the next message.
    public func message() async throws -> Message {
        for await line in lines {
            if let message = try? JSONDecoder().decode(Message.self, from: Data(line.utf8)) { return message }
        }
        throw RunningProgram.Fault("The mail server has ended.")
    }

    public func stop() async { await program.end() }
}

/// A certificate for this machine, in a folder that is removed with it.
public final class LocalCertificate: Sendable {
    /// Has `server.pem` and `server.key`.
    public let folder: URL
    /// The certificate, which is its own authority.
    public var pem: URL { folder.appending(path: "server.pem") }

    /// - Parameter names: as in `subjectAltName`.
    public init(_ names: String = "DNS:localhost,IP:127.0.0.1") async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "wb-certificate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let made = try await RunningProgram.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=\(names)", "-keyout", folder.appending(path: "server.key").path, "-out",
                folder.appending(path: "server.pem").path,
            ])
        guard made.status == 0 else { throw RunningProgram.Fault("openssl: \(made.lines.joined(separator: " "))") }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
