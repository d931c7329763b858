// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file's path and its URL.
struct FilePath {
    /// The path as the file system knows it, which needn't be UTF-8.
    let bytes: [UInt8]
    /// Absolute, so that relative URLs resolve against it.
    let url: String
    /// The absolute path, the same for all spellings.
    let absolute: String

    init(_ text: String) throws(TransportError) {
        guard addressScheme(text) == "file" else {
            bytes = Array(text.utf8)
            let full = text.hasPrefix("/") ? text : FileManager.default.currentDirectoryPath + "/" + text
            let location = URL(filePath: full, directoryHint: .notDirectory).standardized
            (url, absolute) = (location.absoluteString, location.path(percentEncoded: false))
            return
        }
        let host = URL(string: text)?.host(percentEncoded: false) ?? ""
        guard let encoded = URL(string: text)?.path(percentEncoded: true), encoded.hasPrefix("/"), host.isEmpty || host == "localhost"
        else {
            throw TransportError(.address, url: text, message: "This is not the URL of a file on this machine.")
        }
        bytes = PercentEncoding.bytes(decoding: encoded.utf8)
        // A file without this byte in its name would be opened.
        guard !bytes.contains(0) else { throw TransportError(.address, url: text, message: "A path can't contain a zero byte.") }
        absolute = String(validating: bytes, as: UTF8.self) ?? encoded
        url = text
    }
}
