// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Which URLs content may be fetched from: only those below the configured prefixes, also after redirects.
struct OriginRule: Sendable {
    private let prefixes: [String]

    /// - Parameter prefixes: a missing trailing slash is added: `http://cdn.example` must not match `http://cdn.example.evil`.
    init(_ prefixes: [String]) {
        self.prefixes = prefixes.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    }

    func allows(_ address: String) -> Bool {
        guard address.utf8.count <= 2048, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }) else { return false }
        // Servers differ in what they decode before they resolve parent directories, and some ignore what follows a semicolon.
        let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased().replacing("%2e", with: ".").replacing("%2f", with: "/")
            .replacing("%5c", with: "/")
        let isWithin = path.split(separator: "/").allSatisfy { $0.prefix { $0 != ";" } != ".." }
        guard isWithin, !path.contains("@"), !path.contains("%00") else { return false }
        return prefixes.contains { address.hasPrefix($0) }
    }
}
