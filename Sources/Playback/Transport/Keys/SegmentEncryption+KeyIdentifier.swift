// SPDX-License-Identifier: Apache-2.0

import WindowboxDASH
package import WindowboxStreaming

extension SegmentEncryption {
    /// Whether the key's address names it by the identifier that the media have in their boxes, as DASH manifests do.
    package var namesKeysByIdentifier: Bool { keyFormat == DASHKeys.format }

    /// The same encryption by another key of the same place.
    /// - Parameter id: 16 bytes.
    package func naming(_ id: [UInt8]) -> SegmentEncryption {
        var other = self
        let server = keyURL.lastIndex(of: "#").map { keyURL[...$0] }
        other.keyURL = (server ?? "urn:uuid:") + DASHKeys.name(of: id)
        return other
    }
}
