// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Names for files uploaded for a video, such as posters. Packaging the video again keeps these files.
public enum UploadedFileName {
    private static let folder = "sent"

    /// The name depends on the content, so cached files never change.
    /// - Parameter name: letters, digits and `-`.
    public static func key(ofVideo id: String, name: String, type: String, bytes: [UInt8]) -> StorageKey? {
        StorageKey("videos/\(id)/\(folder)/\(name)-\(SignatureV4.hash(bytes).prefix(16)).\(type)")
    }

    static func isAddress(_ address: String) -> Bool { address.contains("/\(folder)/") }
}
