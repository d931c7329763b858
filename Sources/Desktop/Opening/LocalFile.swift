// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WindowboxMedia

/// Files whose names needn't be UTF-8, as they come from old disks and archives. Their URLs have the bytes percent-encoded.
struct LocalFile: Hashable {
    enum Kind: Hashable {
        case file, folder
    }

    let url: URL
    let kind: Kind
    /// It is a symbolic link to what ``kind`` names.
    let isLink: Bool

    /// - Returns: nil if there is nothing at the URL.
    init?(_ url: URL) {
        let path = Self.path(of: url)
        guard !path.contains(0), access(Self.terminated(path), F_OK) == 0 else { return nil }
        self.url = url
        // Only folders have such an entry, which can be asked for unless the folder is locked.
        let isFolder = access(Self.terminated(path + Array("/.".utf8)), F_OK) == 0 || errno == EACCES
        kind = isFolder ? .folder : .file
        var first = CChar(0)
        isLink = readlink(Self.terminated(path), &first, 1) >= 0
    }

    /// The content of a folder, in no order.
    /// - Throws: if it can't be read.
    static func children(of folder: URL) throws -> [LocalFile] {
        let path = path(of: folder)
        guard let stream = opendir(terminated(path)) else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        defer { closedir(stream) }
        let start = path.last == UInt8(ascii: "/") ? path : path + [UInt8(ascii: "/")]
        var children: [LocalFile] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name == Array(".".utf8) || name == Array("..".utf8) { continue }
            if let url = url(ofPath: start + name), let child = LocalFile(url) { children.append(child) }
        }
        return children
    }

    /// The URL of an absolute path.
    static func url(ofPath path: [UInt8]) -> URL? {
        if let text = String(validating: path, as: UTF8.self) { return URL(filePath: text, directoryHint: .notDirectory) }
        let encoded = path.map { byte -> String in
            let isPlain = byte == UInt8(ascii: "/") || PercentEncoding.encoded(String(UnicodeScalar(byte))).utf8.count == 1
            return isPlain
                ? String(UnicodeScalar(byte))
                : "%" + String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
        }
        return URL(string: "file://" + encoded.joined())
    }

    /// The last part of the path, for users. Names that aren't UTF-8 are shown as Latin-1.
    static func name(of url: URL) -> String {
        var path = path(of: url)
        while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
        let name = path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? path
        if let text = String(validating: name, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: name.lazy.map { Unicode.Scalar($0) })
        return String(text)
    }

    private static func path(of url: URL) -> [UInt8] { PercentEncoding.bytes(decoding: url.path(percentEncoded: true).utf8) }

    /// As C functions take it.
    private static func terminated(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }
}

extension LaunchOptions {
    /// The arguments of this process without its name. One that isn't UTF-8 can only be a path, and becomes its URL.
    static var arguments: [String] {
        (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
            guard let argument = CommandLine.unsafeArgv[index] else { return nil }
            if let text = String(validatingCString: argument) { return text }
            var bytes = Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
            if bytes.first != UInt8(ascii: "/") { bytes = Array((FileManager.default.currentDirectoryPath + "/").utf8) + bytes }
            return LocalFile.url(ofPath: bytes)?.absoluteString
        }
    }
}
