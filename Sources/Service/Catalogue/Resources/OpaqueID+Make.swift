// SPDX-License-Identifier: Apache-2.0

import Foundation
public import WindowboxContract

extension OpaqueID {
    /// An id that nobody guesses: 96 bits from the system's generator.
    public static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<12).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }
}
