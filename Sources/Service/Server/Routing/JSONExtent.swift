// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// How much there is in a JSON text, counted over its bytes.
///
/// To decode a value costs a hundred times what its byte costs to read, so a body of few bytes and very many values would keep a core
/// busy for seconds. Counting first refuses it in microseconds.
enum JSONExtent {
    /// - Parameter most: values at most, of arrays and objects each element and each member.
    /// - Throws: ``ErrorCode/tooLarge``. Whether it is JSON at all is not looked at.
    static func check(_ data: Data, most: Int) throws(APIError) {
        guard !data.withUnsafeBytes({ exceeds(most, $0) }) else {
            throw APIError(.tooLarge, "A body has at most \(most) values here. Send it in several parts.")
        }
    }

    private static func exceeds(_ most: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
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
                if count > most { return true }
            default: break
            }
        }
        return false
    }
}
