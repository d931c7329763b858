// SPDX-License-Identifier: Apache-2.0

import Foundation
public import WindowboxContract

extension OpaqueID {
    /// An id that nobody guesses: 95.9 bits from the system's generator. It begins with a letter or a digit, so that no command takes
    /// it for an option and no spreadsheet for a formula.
    public static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        // The six bits of the first letter stay below those of `-` and `_`.
        let bytes = [UInt8.random(in: 0..<62 << 2, using: &generator)] + (1..<12).map { _ in .random(in: .min ... .max, using: &generator) }
        return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }
}
