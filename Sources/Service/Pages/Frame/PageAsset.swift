// SPDX-License-Identifier: Apache-2.0

/// A style sheet, a script or an image of the pages. They are the files in `Web`, embedded into the program when it is built.
///
/// Scripts are modules, and import each other by relative addresses (`import { call } from "./api.js"`): all assets of one version are
/// served below one folder, so browsers may keep them for ever.
public struct PageAsset: Sendable {
    /// The last part of its address, such as `feed.js`.
    public let name: String
    /// Its content, byte for byte that of the file.
    public let text: String

    public var mediaType: String {
        if name.hasSuffix(".css") { return "text/css; charset=utf-8" }
        return name.hasSuffix(".svg") ? "image/svg+xml" : "text/javascript; charset=utf-8"
    }

    /// What all addresses of assets begin with.
    public static let prefix = "/assets/"

    /// All of them, sorted by name.
    public static let all: [PageAsset] = EmbeddedAssets.files.map { PageAsset(name: $0.name, text: $0.text) }

    /// The same for the same assets; another one once any of them changes.
    public static let version: String = {
        // FNV-1a, 64 bits: it tells versions apart, and guards nothing.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in all.flatMap({ Array($0.name.utf8) + Array($0.text.utf8) }) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }()

    /// Names of all modules that one imports, directly or not.
    public static func imports(of name: String) -> [String] { imported[name] ?? [] }

    private static let imported: [String: [String]] = {
        let direct = Dictionary(
            uniqueKeysWithValues: all.map { ($0.name, $0.text.matches(of: /(?:from|import) ["']\.\/([a-z.-]+)["']/).map { String($0.1) }) })
        return direct.mapValues { first in
            var (found, rest) = ([String](), first)
            while !rest.isEmpty {
                let name = rest.removeFirst()
                guard !found.contains(name) else { continue }
                found.append(name)
                rest += direct[name] ?? []
            }
            return found
        }
    }()

    /// Where a page finds one.
    public static func path(_ name: String) -> String { "\(prefix)\(version)/\(name)" }

    /// - Parameter path: as it was asked for.
    /// - Returns: the asset, and whether it is of this version: one of another may be answered with, but not be kept.
    public static func find(_ path: String) -> (asset: PageAsset, isCurrent: Bool)? {
        let words = path.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard path.hasPrefix(prefix), words.count == 2, let asset = all.first(where: { $0.name == words[1] }) else { return nil }
        return (asset, words[0] == version)
    }
}
