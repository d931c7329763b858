// SPDX-License-Identifier: Apache-2.0

import WindowboxDASH
package import WindowboxStreaming

extension SegmentEncryption {
    /// Whether the key's URL contains the key identifier used in the media, as with DASH manifests.
    package var namesKeysByIdentifier: Bool { keyFormat == DASHKeys.format }

    /// The same encryption with another key from the same source.
    /// - Parameter id: the key identifier, 16 bytes.
    package func naming(_ id: [UInt8]) -> SegmentEncryption {
        var other = self
        let server = keyURL.lastIndex(of: "#").map { keyURL[...$0] }
        other.keyURL = (server ?? "urn:uuid:") + DASHKeys.name(of: id)
        return other
    }
}
