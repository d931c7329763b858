// SPDX-License-Identifier: Apache-2.0

/// The extensions of file names.
package enum FileExtension {
    private static let maxLength = 10

    /// The extension in a path or a URL, in lower case and without the dot; nil if there is none that could be that of a media file.
    package static func of(_ address: String) -> String? {
        let isURL = address.contains("://")
        let path = isURL ? address.prefix { $0 != "?" && $0 != "#" } : address[...]
        // Without a path, what follows the last dot is part of the host.
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > (isURL ? 3 : 0), let name = parts.last, let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            return nil
        }
        let found = name[name.index(after: dot)...].lowercased()
        guard !found.isEmpty, found.utf8.count <= maxLength, found.utf8.allSatisfy({ isLetterOrDigit($0) }) else { return nil }
        return found
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
