// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Maps content protection to playlist keys, so that the player's key providers are asked for them.
package enum DASHKeys {
    /// The KEYFORMAT of DASH keys. The key's URL is `urn:uuid:` followed by its identifier, or the URL of a
    /// ClearKey licence server with the identifier as its fragment.
    package static let format = "urn:mpeg:dash:mp4protection:2011"

    static func keys(_ protection: DASHProtection) -> [Key] {
        // Named by the key identifier, or by a protection system if there is none.
        let system = protection.licenseURL == nil ? protection.systems.first : nil
        // Never ask a licence server for a key by the UUID of a protection system.
        let name = protection.keyID.map(uuid) ?? system ?? "unknown"
        let address = protection.licenseURL.map { DASHPlaylistBuilder.text($0) + "#" + name } ?? "urn:uuid:" + name
        let method: Key.Method =
            switch protection.scheme {
            case "cenc": .sampleAESCTR
            case "cbcs": .sampleAES
            default: Key.Method(protection.scheme.uppercased())
            }
        return [
            Key(
                method: method, uri: URIReference(address), initializationVector: [UInt8](repeating: 0, count: 16), keyFormat: format)
        ]
    }

    /// Formats an identifier as a UUID for key URLs.
    /// - Parameter id: 16 bytes.
    package static func name(of id: [UInt8]) -> String {
        uuid(id.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }

    private static func uuid(_ id: String) -> String {
        var text = ""
        for (index, digit) in id.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digit)
        }
        return text
    }
}
