// SPDX-License-Identifier: Apache-2.0

/// Gives the ids of a document names that XML allows, each once (xml:id, section 4).
struct TTMLNames {
    private var used: Set<String> = []

    /// A name that was not given before: the id with underscores for what isn't allowed, and with a number if another one has it.
    ///
    /// - Parameter prefix: what precedes an id that can't begin a name.
    mutating func add(_ id: String, prefix: String) -> String {
        let name = Self.name(id, prefix)
        guard !used.insert(name).inserted else { return name }
        var number = 2
        while !used.insert("\(name).\(number)").inserted { number += 1 }
        return "\(name).\(number)"
    }

    private static func name(_ id: String, _ prefix: String) -> String {
        var name = String.UnicodeScalarView(id.unicodeScalars.map { isPart($0) ? $0 : "_" })
        if name.first.map(isStart) != true { name.insert(contentsOf: prefix.unicodeScalars, at: name.startIndex) }
        return String(name)
    }

    /// Whether a name may begin with the character (XML 1.0, 2.3); a colon would end a prefix.
    private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D,
            0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x1_0000...0xE_FFFF:
            true
        default: false
        }
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: isStart(scalar)
        }
    }
}
