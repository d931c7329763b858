// SPDX-License-Identifier: Apache-2.0

/// A style sheet, script or image of the pages: a file in `Web`, embedded in the program at build time.
///
/// Scripts are modules that import each other by relative URLs (`import { call } from "./api.js"`). All assets of a version are served from
/// one folder, so browsers may cache them indefinitely.
public struct PageAsset: Sendable {
    /// The file name, such as `feed.js`.
    public let name: String
    /// The file's content.
    public let text: String

    public var mediaType: String {
        if name.hasSuffix(".css") { return "text/css; charset=utf-8" }
        return name.hasSuffix(".svg") ? "image/svg+xml" : "text/javascript; charset=utf-8"
    }

    /// The prefix of all asset paths.
    public static let prefix = "/assets/"

    /// All of them, sorted by name.
    public static let all: [PageAsset] = EmbeddedAssets.files.map { PageAsset(name: $0.name, text: $0.text) }

    /// A hash of all assets, which changes whenever one of them does.
    public static let version: String = {
        // 64-bit FNV-1a: enough to distinguish versions; not used for security.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in all.flatMap({ Array($0.name.utf8) + Array($0.text.utf8) }) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }()

    /// The names of all modules that a module imports, directly or indirectly.
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

    /// The path of an asset.
    public static func path(_ name: String) -> String { "\(prefix)\(version)/\(name)" }

    /// - Parameter path: the requested path.
    /// - Returns: the asset, and whether the path has the current version. Responses for other versions must not be cached.
    public static func find(_ path: String) -> (asset: PageAsset, isCurrent: Bool)? {
        let components = path.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard path.hasPrefix(prefix), components.count == 2, let asset = all.first(where: { $0.name == components[1] }) else { return nil }
        return (asset, components[0] == version)
    }
}
