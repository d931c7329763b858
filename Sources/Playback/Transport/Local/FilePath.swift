// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A place in the file system and the address it has.
struct FilePath {
    let path: String
    /// Absolute, so that relative names resolve against it.
    let url: String

    init(_ text: String) throws(TransportError) {
        guard addressScheme(text) == "file" else {
            path = text
            let absolute = text.hasPrefix("/") ? text : FileManager.default.currentDirectoryPath + "/" + text
            url = URL(filePath: absolute, directoryHint: .notDirectory).standardized.absoluteString
            return
        }
        let host = URL(string: text)?.host(percentEncoded: false) ?? ""
        guard let decoded = URL(string: text)?.path(percentEncoded: false), decoded.hasPrefix("/"), host.isEmpty || host == "localhost"
        else {
            throw TransportError(.address, url: text, message: "This is not the address of a file on this machine.")
        }
        path = decoded
        url = text
    }
}
