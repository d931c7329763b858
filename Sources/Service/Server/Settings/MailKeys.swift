// SPDX-License-Identifier: Apache-2.0

import WindowboxMail

/// Settings for e-mail.
enum MailKeys {
    static let all: [ConfigurationKey] = [
        ConfigurationKey(
            name: "mail-server",
            summary: "The mail server that accepts the service's messages: invitations, links for forgotten passwords.",
            form: "a host name or an address, with or without a port, such as mail.example.org:587", standard: "none (no e-mail is sent)"
        ) { configuration, value in
            let isBare = value.filter { $0 == ":" }.count > 1 && !value.hasPrefix("[")
            let colon = isBare ? nil : value.lastIndex(of: ":").flatMap { value[$0...].contains("]") ? nil : $0 }
            let host = String(value[..<(colon ?? value.endIndex)].filter { $0 != "[" && $0 != "]" })
            configuration.mail.host = host
            if let colon {
                guard let port = Int(value[value.index(after: colon)...]), (1...65535).contains(port) else { return false }
                configuration.mail.port = port
            }
            return !host.isEmpty
                && host.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "@") }
        },
        ConfigurationKey(
            name: "mail-tls",
            summary: "How the connection to the mail server is encrypted: by STARTTLS, without which nothing is sent, or from its start.",
            form: "starttls, implicit, or none for a server of this machine",
            standard: "implicit for port 465, none for a server of this machine, else starttls"
        ) { configuration, value in
            configuration.mail.security = SMTPServer.Security(rawValue: value)
            return configuration.mail.security != nil
        },
        ConfigurationKey(
            name: "mail-user", summary: "The name with which the service signs in to the mail server.", form: "a name",
            standard: "none (it does not sign in)"
        ) { configuration, value in
            configuration.mail.user = value
            return !value.isEmpty && !value.utf8.contains(0)
        },
        ConfigurationKey(
            name: "mail-password-file", summary: "A file whose first line is the password for the mail server.", form: "a path",
            standard: "none"
        ) { configuration, value in
            configuration.mail.passwordFile = value
            return !value.isEmpty
        },
        ConfigurationKey(
            name: "mail-from", summary: "The sender of the service's messages.",
            form: "an e-mail address, with or without a name, such as Example TV <studio@example.org>",
            standard: "none; needed with mail-server"
        ) { configuration, value in
            configuration.mail.from = try? MailAddress(parsing: value)
            return configuration.mail.from != nil
        },
        ConfigurationKey(
            name: "mail-authorities", summary: "A file with certificates of authorities (PEM) that the mail server's may come from.",
            form: "a path", standard: "those of the system"
        ) { configuration, value in
            configuration.mail.authorities = value
            return !value.isEmpty
        },
    ]
}
