// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file's path and its URL.
struct FilePath {
    let path: String
    /// Absolute, so that relative URLs resolve against it.
    let url: String
    /// The absolute path, the same for all spellings.
    let absolute: String

    init(_ text: String) throws(TransportError) {
        guard addressScheme(text) == "file" else {
            path = text
            let full = text.hasPrefix("/") ? text : FileManager.default.currentDirectoryPath + "/" + text
            let location = URL(filePath: full, directoryHint: .notDirectory).standardized
            (url, absolute) = (location.absoluteString, location.path(percentEncoded: false))
            return
        }
        let host = URL(string: text)?.host(percentEncoded: false) ?? ""
        guard let decoded = URL(string: text)?.path(percentEncoded: false), decoded.hasPrefix("/"), host.isEmpty || host == "localhost"
        else {
            throw TransportError(.address, url: text, message: "This is not the URL of a file on this machine.")
        }
        path = decoded
        absolute = decoded
        url = text
    }
}
