// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Which addresses content may be taken from: those below what the operator named, and no others, wherever a redirect leads.
struct OriginRule: Sendable {
    private let prefixes: [String]

    /// - Parameter prefixes: without a slash at the end, one is added: `http://cdn.example` is not `http://cdn.example.evil`.
    init(_ prefixes: [String]) {
        self.prefixes = prefixes.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    }

    func allows(_ address: String) -> Bool {
        guard address.utf8.count <= 2048, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }) else { return false }
        // Written as it will be asked: no step back out of a folder, however it is spelled.
        let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased().replacing("%2e", with: ".")
        guard !path.contains("/../"), !path.hasSuffix("/.."), !path.contains("@") else { return false }
        return prefixes.contains { address.hasPrefix($0) }
    }
}
