// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Content protection as the keys of playlists, so that a player's key providers are asked.
package enum DASHKeys {
    /// The KEYFORMAT that key providers are asked by: the key's address is `urn:uuid:` and its identifier, or that of a
    /// ClearKey licence server with the identifier as fragment.
    package static let format = "urn:mpeg:dash:mp4protection:2011"

    static func keys(_ protection: DASHProtection) -> [Key] {
        // One key for all that is named by the identifier; without one, by the protection systems.
        let system = protection.licenseURL == nil ? protection.systems.first : nil
        // A licence server is not to be asked for a key that has the name of a system.
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

    /// An identifier as a UUID, as addresses of keys have it.
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
