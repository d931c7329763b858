// SPDX-License-Identifier: Apache-2.0

/// A server's reply (RFC 5321 4.2).
struct SMTPReply: Hashable, Sendable {
    /// 200 to 599.
    var code: Int
    /// The text of each line, without the code.
    var lines: [String]
}

/// Finds replies in the bytes of a server, however they are split.
struct SMTPReplyReader: Hashable, Sendable {
    /// More than RFC 5321 4.5.3.1.5 allows, because some servers do.
    private static let (maxLine, maxLines) = (2048, 100)
    private var line: [UInt8] = []
    private var reply: SMTPReply?

    /// Whether nothing of another reply has arrived.
    var isEmpty: Bool { line.isEmpty && reply == nil }

    /// - Throws: ``MailFault`` for anything that isn't a reply.
    mutating func read(_ bytes: some Sequence<UInt8>) throws(MailFault) -> [SMTPReply] {
        var replies: [SMTPReply] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                guard line.count < Self.maxLine else { throw MailFault("The mail server's reply has a line that is too long.") }
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            let isLast = try take()
            line = []
            if isLast, let reply {
                replies.append(reply)
                self.reply = nil
            }
        }
        return replies
    }

    /// - Returns: whether the line ends the reply.
    private mutating func take() throws(MailFault) -> Bool {
        let digits = line.prefix(3)
        guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }), (0x32...0x35).contains(digits[0]),
            line.count == 3 || [UInt8(ascii: " "), UInt8(ascii: "-")].contains(line[3])
        else { throw MailFault("What answers there is not a mail server.") }
        let code = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard reply == nil || reply?.code == code, (reply?.lines.count ?? 0) < Self.maxLines else {
            throw MailFault("The mail server's reply is malformed.")
        }
        var lines = reply?.lines ?? []
        lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        reply = SMTPReply(code: code, lines: lines)
        return line.count == 3 || line[3] == UInt8(ascii: " ")
    }
}
