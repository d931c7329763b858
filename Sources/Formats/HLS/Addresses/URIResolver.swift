// SPDX-License-Identifier: Apache-2.0

/// Resolves references against a base (RFC 3986 section 5.2), on bytes and for any scheme.
public enum URIResolver {
    /// The target of `reference` in a document at `base`. With a relative base, the result is relative. A `data:` URL has no hierarchy, so
    /// relative references in it are returned unchanged.
    public static func resolve(_ reference: String, against base: String) -> String {
        if isData(reference) { return reference }
        let r = URIComponents(reference)
        // Its whole content would otherwise be repeated in each target.
        if r.scheme == nil, isData(base) { return reference }
        if r.scheme != nil { return r.withPath(removingDotSegments(r.path)).text }
        let b = URIComponents(base)
        var target = r
        target.scheme = b.scheme
        if r.authority != nil {
            target.path = removingDotSegments(r.path)
            return target.text
        }
        target.authority = b.authority
        if r.path.isEmpty {
            target.path = b.path
            if r.query == nil { target.query = b.query }
        } else if r.path.utf8.first == slash {
            target.path = removingDotSegments(r.path)
        } else {
            target.path = removingDotSegments(merged(r.path, with: b))
        }
        return target.text
    }

    private static func isData(_ url: String) -> Bool {
        var index = 0
        for byte in url.utf8 {
            if byte | 0x20 != scheme[index] { return false }
            index += 1
            if index == scheme.count { return true }
        }
        return false
    }

    /// `data:`, in which the colon is the same with the bit of small letters.
    private static let scheme = Array("data:".utf8)
    private static let slash = UInt8(ascii: "/")

    /// RFC 3986 5.2.3.
    private static func merged(_ path: String, with base: URIComponents) -> String {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let last = base.path.utf8.lastIndex(of: slash) else { return path }
        return String(Substring(base.path.utf8[...last])) + path
    }

    /// RFC 3986 5.2.4, with one pass over the segments.
    static func removingDotSegments(_ path: String) -> String {
        var hasDots = false
        var previous = slash
        for byte in path.utf8 {
            if byte == UInt8(ascii: "."), previous == slash {
                hasDots = true
                break
            }
            previous = byte
        }
        guard hasDots else { return path }
        let bytes = Array(path.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var starts: [Int] = []
        let isRooted = bytes.first == slash
        var position = isRooted ? 1 : 0
        if isRooted { output.append(slash) }
        while position <= bytes.count {
            var end = position
            while end < bytes.count, bytes[end] != slash { end += 1 }
            let segment = bytes[position..<end]
            let isLast = end == bytes.count
            if segment.elementsEqual([0x2E]) {
                // A single dot is dropped.
            } else if segment.elementsEqual([0x2E, 0x2E]) {
                if let start = starts.popLast() { output.removeLast(output.count - start) }
            } else {
                starts.append(output.count)
                output.append(contentsOf: segment)
                if !isLast { output.append(slash) }
            }
            position = end + 1
        }
        return String(decoding: output, as: UTF8.self)
    }
}
