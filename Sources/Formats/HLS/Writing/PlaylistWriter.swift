// SPDX-License-Identifier: Apache-2.0

internal import WindowboxMedia

/// Collects the lines of a playlist.
struct PlaylistWriter {
    var bytes: [UInt8] = []
    private var hasAttributes = false

    mutating func tag(_ name: StaticString) {
        bytes.append(UInt8(ascii: "#"))
        text(name)
    }

    /// Begins a tag with attributes or a value.
    mutating func begin(_ name: StaticString) {
        tag(name)
        bytes.append(UInt8(ascii: ":"))
        hasAttributes = false
    }

    mutating func end() { bytes.append(0x0A) }

    mutating func text(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes text for a line or the rest of one; line breaks become spaces.
    mutating func text(_ text: String) {
        for byte in text.utf8 { bytes.append(byte == 0x0A || byte == 0x0D ? 0x20 : byte) }
    }

    mutating func number(_ value: UInt64) { DecimalText.write(value, into: &bytes) }
    mutating func number(_ value: Double) { DecimalText.write(value, into: &bytes) }

    mutating func line(_ name: StaticString) {
        tag(name)
        end()
    }

    mutating func line(_ name: StaticString, _ value: UInt64) {
        begin(name)
        number(value)
        end()
    }

    // MARK: Attributes

    private mutating func attribute(_ name: StaticString) {
        if hasAttributes { bytes.append(UInt8(ascii: ",")) }
        hasAttributes = true
        text(name)
        bytes.append(UInt8(ascii: "="))
    }

    /// Writes a quoted string; quotes inside, which the format cannot represent, become apostrophes.
    private mutating func quoted(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            bytes.append(byte == UInt8(ascii: "\"") ? UInt8(ascii: "'") : byte == 0x0A || byte == 0x0D ? 0x20 : byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func string(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        attribute(name)
        quoted(value)
    }

    mutating func list(_ name: StaticString, _ values: [String], separator: UInt8 = UInt8(ascii: ",")) {
        if values.isEmpty { return }
        attribute(name)
        var joined: [UInt8] = []
        for value in values {
            if !joined.isEmpty { joined.append(separator) }
            joined.append(contentsOf: value.utf8)
        }
        quoted(String(decoding: joined, as: UTF8.self))
    }

    mutating func token(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        attribute(name)
        bare(value)
    }

    /// Writes a value without quotes, unless they are needed to read the same value again.
    private mutating func bare(_ value: String) {
        let needsQuotes = value.utf8.contains(UInt8(ascii: ",")) || value.utf8.first == UInt8(ascii: "\"")
        if needsQuotes { quoted(value) } else { text(value) }
    }

    mutating func yes(_ name: StaticString, _ value: Bool) {
        guard value else { return }
        attribute(name)
        text("YES" as StaticString)
    }

    mutating func decimal(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        attribute(name)
        number(value)
    }

    mutating func integer(_ name: StaticString, _ value: UInt64?) {
        guard let value else { return }
        attribute(name)
        number(value)
    }

    mutating func integer(_ name: StaticString, _ value: Int?) { integer(name, value.map { UInt64(clamping: $0) }) }

    mutating func hexadecimal(_ name: StaticString, _ value: [UInt8]?) {
        guard let value else { return }
        attribute(name)
        Hexadecimal.write(value, into: &bytes)
    }

    mutating func date(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        attribute(name)
        bytes.append(UInt8(ascii: "\""))
        DateTimeText.write(value, into: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func size(_ name: StaticString, width: Int, height: Int) {
        attribute(name)
        number(UInt64(clamping: width))
        bytes.append(UInt8(ascii: "x"))
        number(UInt64(clamping: height))
    }

    mutating func range(_ name: StaticString, _ range: ByteRange?) {
        guard let range else { return }
        attribute(name)
        bytes.append(UInt8(ascii: "\""))
        self.range(range)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func range(_ range: ByteRange) {
        number(UInt64(clamping: range.length))
        bytes.append(UInt8(ascii: "@"))
        number(UInt64(clamping: range.offset))
    }

    mutating func others(_ attributes: [Attribute]) {
        for other in attributes {
            attribute("")
            bytes.removeLast()
            text(other.name)
            bytes.append(UInt8(ascii: "="))
            if other.isQuoted { quoted(other.value) } else { bare(other.value) }
        }
    }
}
