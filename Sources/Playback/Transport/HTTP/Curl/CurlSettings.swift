// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc

/// What all transfers of a pool have in common.
struct CurlSettings {
    /// Where certificates of trusted authorities are.
    enum Authorities {
        /// A folder with a file for each authority, found by its hash, and one more file. Only the authority in question is read, which
        /// makes the first connection some 30 ms faster than reading all of them.
        case folder(String, file: String?)
        /// The file that libcurl was built with.
        case builtIn
        /// In PEM. libcurl reads them again for each connection.
        case bytes([UInt8])
        /// A file that replaces the system's.
        case file(String)
    }

    /// Seconds after which an idle connection isn't reused.
    let keepAlive: Int
    let authorities: Authorities

    init(_ connections: HTTPConnections) {
        keepAlive = Int(max(1, min(connections.keepAlive.rounded(), 1e6)))
        let own = connections.trustedAuthorities
        let folder = "/etc/ssl/certs"
        if Self.isHashed(folder) {
            authorities = .folder(folder, file: own)
        } else if let own {
            let bytes = Self.bundles.lazy.compactMap(Self.contents).first
            authorities = bytes.flatMap { bytes in Self.contents(own).map { .bytes(bytes + [0x0A] + $0) } } ?? .file(own)
        } else {
            authorities = .builtIn
        }
    }

    /// All of the system's authorities in one file, in the places that distributions use.
    private static let bundles = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]

    private static func isHashed(_ folder: String) -> Bool {
        guard let entries = opendir(folder) else { return false }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { $0.prefix { $0 != 0 }.map { $0 } }
            if name.count == 10, name.suffix(2).elementsEqual(".0".utf8) { return true }
        }
        return false
    }

    private static func contents(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
        return ferror(file) == 0 ? bytes : nil
    }
}
