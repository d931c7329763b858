// SPDX-License-Identifier: Apache-2.0

extension PlaylistWriter {
    /// Writes the lines common to all playlists around `content`. Definitions come first, or last if a value looks like a reference to
    /// one of them.
    static func playlist(version: Int, defines: [Definition], _ content: (inout PlaylistWriter) -> Void) -> [UInt8] {
        var body = PlaylistWriter()
        content(&body)
        var writer = PlaylistWriter()
        writer.bytes.reserveCapacity(body.bytes.count + 256)
        writer.line("EXTM3U")
        if version != 1 { writer.line("EXT-X-VERSION", UInt64(clamping: version)) }
        let isLast = PlaylistReader.hasReference(body.bytes)
        if isLast { writer.bytes.append(contentsOf: body.bytes) }
        for definition in defines { writer.definition(definition) }
        if !isLast { writer.bytes.append(contentsOf: body.bytes) }
        return writer.bytes
    }

    private mutating func definition(_ definition: Definition) {
        begin("EXT-X-DEFINE")
        switch definition.source {
        case .written:
            string("NAME", definition.name)
            string("VALUE", definition.value)
        case .imported: string("IMPORT", definition.name)
        case .queryParameter: string("QUERYPARAM", definition.name)
        }
        end()
    }

    mutating func start(_ start: PlaylistStart?) {
        guard let start else { return }
        begin("EXT-X-START")
        decimal("TIME-OFFSET", start.timeOffset)
        yes("PRECISE", start.isPrecise)
        end()
    }

    mutating func unknown(_ tags: [UnknownTag]) {
        for tag in tags {
            bytes.append(UInt8(ascii: "#"))
            text(tag.name)
            if let value = tag.value {
                bytes.append(UInt8(ascii: ":"))
                text(value)
            }
            end()
        }
    }

    mutating func key(_ name: StaticString, _ key: Key) {
        begin(name)
        token("METHOD", key.method.name)
        string("URI", key.uri?.text)
        hexadecimal("IV", key.initializationVector)
        if key.keyFormat != Key.identity { string("KEYFORMAT", key.keyFormat) }
        if key.keyFormatVersions != [1] {
            var versions: [String] = []
            for version in key.keyFormatVersions { versions.append("\(version)") }
            list("KEYFORMATVERSIONS", versions, separator: UInt8(ascii: "/"))
        }
        end()
    }
}
