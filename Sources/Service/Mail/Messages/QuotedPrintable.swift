// SPDX-License-Identifier: Apache-2.0

/// Encodes text as quoted-printable (RFC 2045 6.7): lines of at most 76 ASCII characters.
enum QuotedPrintable {
    private static let line = 76
    private static let digits = Array("0123456789ABCDEF")

    /// - Parameter text: lines may end in LF, CR or CR LF; control characters other than tabs are left out.
    /// - Returns: lines that end in CR LF.
    static func encoded(_ text: String) -> String {
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { encoded(line: $0) }.joined(separator: "\r\n") + "\r\n"
    }

    private static func encoded(line text: Substring) -> String {
        let scalars = text.unicodeScalars.filter { $0 == "\t" || $0.properties.generalCategory != .control }
        var (result, column) = ("", 0)
        // Mailboxes in one file begin each message with "From ", so some servers would change such a line.
        let isFrom = text.hasPrefix("From ")
        for (index, scalar) in scalars.enumerated() {
            let isLast = index == scalars.count - 1
            let written = isFrom && index == 0 ? "=46" : written(scalar, isLast: isLast)
            // One column is left for the "=" of a soft line break.
            if column + written.utf8.count > (isLast ? line : line - 1) {
                result += "=\r\n"
                column = 0
            }
            result += written
            column += written.utf8.count
        }
        return result
    }

    private static func written(_ scalar: Unicode.Scalar, isLast: Bool) -> String {
        switch scalar {
        // White space at the end of a line may get lost on the way.
        case " ", "\t": if !isLast { return String(scalar) }
        case "!"..."<", ">"..."~": return String(scalar)
        default: break
        }
        return String(scalar).utf8.map { "=\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
    }
}
