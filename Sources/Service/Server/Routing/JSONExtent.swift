// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Counts the values in a JSON text from its bytes.
///
/// Decoding a value costs a hundred times as much as reading its byte, so a short body with very many values would occupy a core for
/// seconds. Counting first rejects it within microseconds.
enum JSONExtent {
    /// - Parameter limit: the limit of values; each array element and each object member counts.
    /// - Throws: ``ErrorCode/tooLarge``. Doesn't check whether the text is valid JSON.
    static func check(_ data: Data, limit: Int) throws(APIError) {
        guard !data.withUnsafeBytes({ exceeds(limit, $0) }) else {
            throw APIError(.tooLarge, "A body has at most \(limit) values here. Send it in several parts.")
        }
    }

    private static func exceeds(_ limit: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        var count = 1
        var isText = false
        var isEscaped = false
        for byte in bytes {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"):
                count += 1
                if count > limit { return true }
            default: break
            }
        }
        return false
    }
}
