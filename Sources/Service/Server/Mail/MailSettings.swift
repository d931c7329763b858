// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxMail

/// How e-mail is sent.
public struct MailSettings: Hashable, Sendable {
    var server: SMTPServer
    /// The sender of all messages.
    var from: MailAddress

    /// Whether messages can be sent with these settings; sends none.
    /// - Returns: why not; nil if they can.
    public func fault() async -> String? {
        do {
            switch try await SMTPClient(server).check() {
            case .accepted: return nil
            case .deferred(let reason), .refused(let reason): return reason
            }
        } catch { return "\(error)" }
    }
}

/// The settings of e-mail as they are written, before they are put together.
struct MailOptions: Hashable, Sendable {
    var host: String?
    var port: Int?
    var security: SMTPServer.Security?
    var user: String?
    /// The file with the password.
    var passwordFile: String?
    var from: MailAddress?
    /// The file with further certificates.
    var authorities: String?

    /// The ports of submission with TLS from the start, with STARTTLS, and of a server of this machine.
    private static let ports: [SMTPServer.Security: Int] = [.implicit: 465, .startTLS: 587, .none: 25]

    /// - Returns: nil if no server is set.
    /// - Throws: the first setting that is missing or can't be used.
    func settings(publicURL: String?) throws(ConfigurationFault) -> MailSettings? {
        guard let host else {
            let others = [user.map { _ in "mail-user" }, passwordFile.map { _ in "mail-password-file" }, from.map { _ in "mail-from" }]
            guard let name = others.compactMap(\.self).first else { return nil }
            throw ConfigurationFault(location: name, what: "No e-mail is sent without mail-server. Set it, or remove \(name).")
        }
        guard let from else {
            throw ConfigurationFault(location: "mail-from", what: "Messages need a sender, such as Example TV <studio@example.org>.")
        }
        // An attacker who could choose the host in links could have password links sent that lead to their own site.
        guard let publicURL, let name = URL(string: publicURL)?.host() else {
            throw ConfigurationFault(location: "public-url", what: "The links in messages need it. Set it to the address that people use.")
        }
        let usual: SMTPServer.Security = port == 465 ? .implicit : SMTPServer.isLoopback(host) ? .none : .startTLS
        let security = self.security ?? usual
        guard security != .none || SMTPServer.isLoopback(host) else {
            throw ConfigurationFault(
                location: "mail-tls",
                what: "Without TLS, messages with links for passwords would cross a network. Use starttls or implicit.")
        }
        var server = SMTPServer(host: host, port: port ?? Self.ports[security] ?? 25, security: security, credentials: try credentials())
        if let authorities { server.authorities = [UInt8](try Self.content(of: authorities, "mail-authorities")) }
        server.clientName = name
        return MailSettings(server: server, from: from)
    }

    private func credentials() throws(ConfigurationFault) -> SMTPServer.Credentials? {
        switch (user, passwordFile) {
        case (nil, nil): return nil
        case (let user?, let file?):
            let text = String(decoding: try Self.content(of: file, "mail-password-file"), as: UTF8.self)
            let password = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).first.map(String.init) ?? ""
            guard !password.isEmpty, !password.utf8.contains(0) else {
                throw ConfigurationFault(location: "mail-password-file", what: "The first line of \(file) must be the password.")
            }
            return SMTPServer.Credentials(user: user, password: password)
        case (nil, _): throw ConfigurationFault(location: "mail-user", what: "The password needs a user name.")
        case (_, nil): throw ConfigurationFault(location: "mail-password-file", what: "The user needs a password. Write it into a file.")
        }
    }

    private static func content(of file: String, _ location: String) throws(ConfigurationFault) -> Data {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw ConfigurationFault(location: location, what: "\(file) can't be read.")
        }
        return data
    }
}

extension ServiceConfiguration {
    /// Puts the settings of e-mail together, and reads their files.
    public mutating func findMail() throws(ConfigurationFault) { settings.mail = try mail.settings(publicURL: settings.publicURL) }
}
