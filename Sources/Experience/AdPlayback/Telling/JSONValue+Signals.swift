// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// What entries of tracking documents and asset lists have in common.
extension JSONValue {
    /// A width or a height; nil for what is none that a picture has.
    func pixels(_ name: String) -> Int? { self[name]?.number.flatMap { (1...10_000).contains($0) ? Int($0) : nil } }

    /// Addresses; what is no text is left out.
    func links(_ name: String) -> [String] { self[name]?.array?.compactMap(\.string) ?? [] }
}
