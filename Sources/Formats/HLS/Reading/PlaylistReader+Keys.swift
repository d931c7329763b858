// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Keys and initialization sections (RFC 8216bis 4.4.4.4 and 4.4.4.5).
extension PlaylistReader {
    mutating func readKey(_ value: ByteText, _ column: Int) {
        guard let key = key(value, column, .key) else { return }
        segment.isKeyed = true
        if media.skip != nil, media.skip?.firstKeyed == nil { media.skip?.firstKeyed = media.segments.count }
        if key.method == .none {
            if !segment.keys.isEmpty { segment.keys = [] }
            return
        }
        // A key replaces that of the same format; keys of different formats coexist.
        for index in segment.keys.indices where segment.keys[index].keyFormat == key.keyFormat {
            if segment.keys[index] != key { segment.keys[index] = key }
            return
        }
        segment.keys.append(key)
        if segment.keys.count > min(64, options.limits.items) { tooMany("keys at once") }
    }

    mutating func readSessionKey(_ value: ByteText, _ column: Int) {
        guard let key = key(value, column, .sessionKey) else { return }
        if key.method == .none {
            deviation(.attribute, column, "a session key with METHOD=NONE", "remove the tag")
            return
        }
        multivariant.sessionKeys.append(key)
        if multivariant.sessionKeys.count > options.limits.items { tooMany("session keys") }
    }

    private mutating func key(_ value: ByteText, _ column: Int, _ tag: Tag) -> Key? {
        split(value, column)
        guard let name = token("METHOD"), !name.isEmpty else {
            missing("METHOD", tag)
            return nil
        }
        let method = Key.Method(name)
        if method == .none {
            if attributes.entries.count > 1 { deviation(.attribute, column, "METHOD=NONE with other attributes", "remove them") }
            return Key(method: method, uri: nil)
        }
        let uri = uri()
        if uri == nil { missing("URI", tag) }
        var vector = hexadecimal("IV")
        if var bytes = vector {
            require(2)
            if bytes.count > 16 {
                deviation(.attribute, column, "an IV of \(bytes.count) bytes", "write 128 bits")
                bytes = Array(bytes.suffix(16))
            }
            vector = [UInt8](repeating: 0, count: 16 - bytes.count) + bytes
        }
        let format = string("KEYFORMAT")
        let versions = list("KEYFORMATVERSIONS", separator: UInt8(ascii: "/"))
        if format != nil || !versions.isEmpty || method == .sampleAES { require(5) }
        var numbers: [Int] = []
        for version in versions {
            if let number = DecimalText.parse(version), number >= 1, number < 1e9 {
                numbers.append(Int(number))
            } else {
                deviation(.attribute, column, "KEYFORMATVERSIONS are not numbers joined by /", "write 1/2/5")
            }
        }
        return Key(
            method: method, uri: uri, initializationVector: vector, keyFormat: format ?? Key.identity,
            keyFormatVersions: numbers.isEmpty ? [1] : numbers)
    }

    mutating func readMap(_ value: ByteText, _ column: Int) {
        require(media.isIFramesOnly ? 5 : 6)
        split(value, column)
        guard let uri = uri() else {
            missing("URI", .map)
            return
        }
        var map = InitializationMap(uri: uri, keys: segment.keys)
        if let text = string("BYTERANGE") {
            var text = text
            let range = text.withUTF8 { byteRange($0.trimmed, column) }
            if let range { map.byteRange = placed(range.length, range.offset ?? 0, uri.text, after: nil) }
        }
        if isStrict {
            for key in map.keys where key.method == .aes128 && key.initializationVector == nil {
                deviation(.missingAttribute, column, "an encrypted EXT-X-MAP needs a key with an IV", "add IV to EXT-X-KEY")
            }
        }
        if segment.map.first != map { segment.map = [map] }
    }
}
