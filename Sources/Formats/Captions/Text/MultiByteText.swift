// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowboxMedia

extension TextEncoding {
    /// The iconv name of a multi-byte encoding; nil for other encodings.
    var systemName: String? {
        switch self {
        case .shiftJIS: "CP932"
        case .eucJP: "EUC-JP-MS"
        case .eucKR: "UHC"
        case .gb18030: "GB18030"
        case .big5: "BIG5-HKSCS"
        default: nil
        }
    }
}

/// Decodes multi-byte encodings with the C library's tables.
enum MultiByteText {
    /// Converts to UTF-8; invalid bytes become U+FFFD, as do all non-ASCII bytes if the system lacks the table.
    static func decode(_ text: ByteText, _ name: String) -> [UInt8] {
        guard let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else {
            return text.flatMap { $0 < 0x80 ? [$0] : replacement }
        }
        defer { iconv_close(converter) }
        var result: [UInt8] = []
        result.reserveCapacity(text.count * 3 / 2)
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        var source = UnsafeMutablePointer(mutating: UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self))
        var left = text.count
        while left > 0 {
            let (status, count) = buffer.withUnsafeMutableBufferPointer { buffer in
                var target = buffer.baseAddress
                var available = buffer.count
                let status = iconv(converter, &source, &left, &target, &available)
                return (status == -1 ? errno : 0, buffer.count - available)
            }
            result.append(contentsOf: buffer[..<count].lazy.map { UInt8(bitPattern: $0) })
            if status == 0 || status == E2BIG { continue }
            // A truncated or invalid character: resumes at the next byte, which may begin another one.
            result += replacement
            source = source.map { $0 + 1 }
            left -= 1
            iconv(converter, nil, nil, nil, nil)
        }
        return result
    }

    private static let replacement = Array("\u{FFFD}".utf8)
}
