// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Names of files that somebody sent for a video; they stay when it is packaged anew.
public enum UploadedFileName {
    private static let folder = "sent"

    /// Files with the same content have the same name: what is cached under it never changes.
    /// - Parameter name: letters, digits and `-`.
    public static func key(ofVideo id: String, name: String, type: String, bytes: [UInt8]) -> StorageKey? {
        StorageKey("videos/\(id)/\(folder)/\(name)-\(SignatureV4.hash(bytes).prefix(16)).\(type)")
    }

    static func isAddress(_ address: String) -> Bool { address.contains("/\(folder)/") }
}
