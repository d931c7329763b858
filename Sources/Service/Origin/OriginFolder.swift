// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowboxMedia

/// A folder as a web site: files only, nothing outside of it, no listings.
public struct OriginFolder: Sendable {
    /// The real path, with a trailing slash.
    private let root: String

    /// - Throws: ``OriginFolderMissing`` if the folder doesn't exist.
    public init(_ path: String) throws {
        guard let real = realPath(path) else { throw OriginFolderMissing(path: path) }
        root = real.hasSuffix("/") ? real : real + "/"
    }

    public func answer(_ request: OriginRequest) -> OriginResponse {
        switch request.method {
        case "GET", "HEAD": break
        case "OPTIONS":
            return OriginResponse(
                status: 204,
                headers: Self.sharing + [
                    ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"), ("Access-Control-Allow-Headers", "*"),
                    ("Access-Control-Max-Age", "86400"),
                ])
        default: return OriginResponse(status: 405, headers: [("Allow", "GET, HEAD, OPTIONS")])
        }
        guard let file = file(at: request.path) else {
            return OriginResponse(
                status: 404, headers: Self.sharing + [("Content-Type", "text/plain")], body: .bytes(Array("not found\n".utf8)))
        }
        var headers = Self.sharing
        headers += [("ETag", file.tag), ("Accept-Ranges", "bytes"), ("Date", httpDate(seconds: time(nil)))]
        headers.append(("Content-Type", MediaContentType.name(ofPath: file.path)))
        if file.path.hasSuffix(".m3u8") { headers.append(("Cache-Control", "no-cache")) }
        if let known = request.header("If-None-Match"), matches(known, file.tag) { return OriginResponse(status: 304, headers: headers) }
        let isCurrent = request.header("If-Range").map { $0 == file.tag } ?? true
        let range = isCurrent ? request.header("Range").flatMap(ByteRangeHeader.init) : nil
        switch range?.answer(length: file.length) ?? .whole {
        case .whole: return OriginResponse(headers: headers, body: .file(path: file.path, range: 0..<file.length))
        case .unsatisfiable: return OriginResponse(status: 416, headers: headers + [("Content-Range", "bytes */\(file.length)")])
        case .part(let part):
            headers.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.length)"))
            return OriginResponse(status: 206, headers: headers, body: .file(path: file.path, range: part))
        }
    }

    private static let sharing: [(name: String, value: String)] = [
        ("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", "*"), ("Timing-Allow-Origin", "*"),
    ]

    private func file(at path: String) -> (path: String, length: Int, tag: String)? {
        guard path.hasPrefix("/") else { return nil }
        // Each component is decoded separately: an encoded slash isn't a separator.
        let components = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { percentDecoded($0) }
        var plain: [String] = []
        for word in components {
            // Byte by byte: with a combining mark after it, a slash is another character, but still a separator for the file system.
            guard let word, !word.isEmpty, word != ".", word != "..",
                !word.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
            else { return nil }
            plain.append(word)
        }
        guard let real = realPath(root + plain.joined(separator: "/")), real.hasPrefix(root) else { return nil }
        var facts = stat()
        guard stat(real, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        let tag =
            "\"\(String(facts.st_size, radix: 16))-\(String(facts.st_mtim.tv_sec, radix: 16))\(String(facts.st_mtim.tv_nsec, radix: 16))\""
        return (real, Int(facts.st_size), tag)
    }

    private func matches(_ field: String, _ tag: String) -> Bool {
        field.split(separator: ",").contains { part in
            let known = part.drop { $0 == " " }.prefix { $0 != " " }
            return known == "*" || known == tag || known == "W/" + tag
        }
    }
}

/// The folder to serve doesn't exist.
public struct OriginFolderMissing: Error, Hashable, Sendable, CustomStringConvertible {
    public var path: String
    public var description: String { "The folder \(path) doesn't exist." }
}

/// Resolves all symbolic links, to detect those that lead out of the folder.
private func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
}

/// Nil if the text isn't percent-encoded UTF-8, or contains a NUL, which would truncate a C string.
private func percentDecoded(_ text: Substring) -> String? {
    guard let bytes = PercentEncoding.bytes(validating: text.utf8) else { return nil }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
}
