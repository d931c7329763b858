// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Helpers shared by tracking documents and asset lists.
extension JSONValue {
    /// A width or height in pixels; nil if it isn't plausible.
    func pixels(_ name: String) -> Int? { self[name]?.number.flatMap { (1...10_000).contains($0) ? Int($0) : nil } }

    /// URLs; entries that are not strings are dropped.
    func links(_ name: String) -> [String] { self[name]?.array?.compactMap(\.string) ?? [] }
}
