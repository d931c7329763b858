// SPDX-License-Identifier: Apache-2.0

/// A mailbox (RFC 5321 4.1.2), with an optional display name.
///
/// Addresses are ASCII, because an address with other characters needs SMTPUTF8 (RFC 6531) on each server along its way.
public struct MailAddress: Hashable, Sendable {
    public let address: String
    public let name: String?

    private static let (maxLength, maxLocal, maxDomain, maxLabel) = (254, 64, 253, 63)

    /// - Throws: ``MailFault`` unless it is an address without a quoted or non-ASCII part.
    public init(_ address: String, name: String? = nil) throws(MailFault) {
        guard address.unicodeScalars.allSatisfy(\.isASCII) else {
            throw MailFault(
                "The address has characters that are not ASCII, which few mail servers accept. Use another one, and write a domain such as "
                    + "bücher.example as xn--bcher-kva.example.")
        }
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, address.utf8.count <= Self.maxLength, Self.isLocal(parts[0]), Self.isDomain(parts[1]) else {
            throw MailFault("This is not an e-mail address of the form name@domain.example.")
        }
        self.address = address
        let shown = name.map(HeaderText.plain)
        self.name = shown?.isEmpty == true ? nil : shown
    }

    /// Reads `name@domain.example` or `Display name <name@domain.example>`.
    /// - Throws: ``MailFault``.
    public init(parsing text: String) throws(MailFault) {
        guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else {
            try self.init(HeaderText.trimmed(text))
            return
        }
        let address = text[text.index(after: open)...].dropLast()
        let name = HeaderText.trimmed(String(text[..<open]))
        let isQuoted = name.count >= 2 && name.hasPrefix("\"") && name.hasSuffix("\"")
        try self.init(String(address), name: isQuoted ? String(name.dropFirst().dropLast()) : name)
    }

    public var domain: String { String(address.drop { $0 != "@" }.dropFirst()) }

    private static func isLocal(_ text: Substring) -> Bool {
        let atoms = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= maxLocal
            && atoms.allSatisfy { atom in
                !atom.isEmpty && atom.utf8.allSatisfy { isAlphanumeric($0) || "!#$%&'*+/=?^_`{|}~-".utf8.contains($0) }
            }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= maxDomain
            && labels.allSatisfy { label in
                (1...maxLabel).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
            }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
