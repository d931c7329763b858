// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// An upload's metadata.
struct UploadRecord: Codable, Hashable, Sendable {
    var id: String
    var owner: String
    var size: Int64
    var partSize: Int64
    /// Seconds since 1970.
    var created: Double
    var expires: Double

    var partCount: Int { Int((size + partSize - 1) / partSize) }

    /// The length in bytes of a part; parts are numbered from 1.
    func length(ofPart number: Int) -> Int64 { min(partSize, size - Int64(number - 1) * partSize) }

    /// Part names contain a hash of the content, so a part that is sent twice at once is stored once, or as two identical objects.
    static func partName(_ number: Int, hash: String) -> String { String(format: "part-%05d-", number) + hash }

    static func part(named name: Substring) -> Int? {
        let parts = name.split(separator: "-")
        return parts.count == 3 && parts[0] == "part" ? Int(parts[1]) : nil
    }
}
