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
        // Checked in the form that is requested: no parent directories, however they are encoded.
        let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased().replacing("%2e", with: ".")
        guard !path.contains("/../"), !path.hasSuffix("/.."), !path.contains("@") else { return false }
        return prefixes.contains { address.hasPrefix($0) }
    }
}
