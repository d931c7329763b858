// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

// Decryption of segments and initialization sections.
extension BrowserResources {
    /// The key to decrypt it with in this player.
    static func usable(_ encryption: [SegmentEncryption]) -> SegmentEncryption? {
        encryption.first { $0.method == .aes128 && $0.keyFormat == "identity" }
    }

    static func key(_ encryption: [SegmentEncryption], _ kinds: inout [BrowserResources.Kind]) -> LoadFailure? {
        guard !encryption.isEmpty else { return nil }
        guard let usable = usable(encryption) else {
            return LoadFailure(
                .unsupported,
                message: "the segment is encrypted in a way that isn't supported in browsers; AES-128 with the key format identity is")
        }
        kinds.append(.key(usable.keyURL))
        return nil
    }

    /// A fetched initialization section, decrypted; nil if none is needed.
    func initialization(_ needed: InitializationSection?) throws(LoadProblem) -> [UInt8]? {
        guard let needed else { return nil }
        let section = bytes(.section(needed))
        guard var cipher = try cipher(needed.encryption) else { return section }
        guard let section, case let plain = cipher.update(section), let rest = cipher.finish() else {
            throw LoadProblem(LoadFailure(.malformed, message: "the initialization section can't be decrypted; check EXT-X-KEY"))
        }
        return plain + rest
    }

    func cipher(_ encryption: [SegmentEncryption]) throws(LoadProblem) -> CBCDecryptor? {
        guard let usable = Self.usable(encryption) else { return nil }
        let key = bytes(.key(usable.keyURL)) ?? []
        guard let cipher = CBCDecryptor(key: key, vector: usable.initializationVector) else {
            throw LoadProblem(
                LoadFailure(.key, message: "the key at " + usable.keyURL + " has " + String(key.count) + " bytes; AES-128 needs 16"))
        }
        return cipher
    }
}
