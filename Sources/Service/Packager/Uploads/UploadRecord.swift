// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// What is kept of an upload beside its parts.
struct UploadRecord: Codable, Hashable, Sendable {
    var id: String
    var owner: String
    var size: Int64
    var partSize: Int64
    /// Seconds since 1970.
    var created: Double
    var expires: Double

    var partCount: Int { Int((size + partSize - 1) / partSize) }

    /// Bytes of a part, from 1.
    func length(ofPart number: Int) -> Int64 { min(partSize, size - Int64(number - 1) * partSize) }

    /// Parts are named by what is in them, so that the same part sent twice at once is kept once, or as two that are the same.
    static func partName(_ number: Int, hash: String) -> String { String(format: "part-%05d-", number) + hash }

    static func part(named name: Substring) -> Int? {
        let parts = name.split(separator: "-")
        return parts.count == 3 && parts[0] == "part" ? Int(parts[1]) : nil
    }
}
