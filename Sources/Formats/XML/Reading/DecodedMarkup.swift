// SPDX-License-Identifier: Apache-2.0

/// A document's bytes, converted to UTF-8 if the encoding is a Unicode or Western European one.
struct DecodedMarkup {
    private(set) var bytes: [UInt8]
    /// The encoding of ``bytes``; nil leaves it to the document's declaration.
    private(set) var encoding: String? = "UTF-8"
    private(set) var problems: [MarkupError] = []
    /// What was removed at the beginning.
    private(set) var dropped = (lines: 0, columns: 0)

    init(_ bytes: [UInt8]) {
        self.bytes = []
        let start = bytes.prefix(4)
        if start.starts(with: [0xEF, 0xBB, 0xBF]) {
            takeUTF8(bytes.dropFirst(3), named: nil)
        } else if start.starts(with: [0xFF, 0xFE, 0, 0]) || start.elementsEqual([0x3C, 0, 0, 0]) {
            decode(bytes, width: 4, isBigEndian: false)
        } else if start.elementsEqual([0, 0, 0xFE, 0xFF]) || start.elementsEqual([0, 0, 0, 0x3C]) {
            decode(bytes, width: 4, isBigEndian: true)
        } else if start.starts(with: [0xFF, 0xFE]) || (start.starts(with: [0x3C, 0]) && bytes.count > 3) {
            decode(bytes, width: 2, isBigEndian: false)
        } else if start.starts(with: [0xFE, 0xFF]) || (start.starts(with: [0, 0x3C]) && bytes.count > 3) {
            decode(bytes, width: 2, isBigEndian: true)
        } else {
            takeNamed(bytes)
        }
    }

    private mutating func takeNamed(_ bytes: [UInt8]) {
        let name = Self.declaredEncoding(bytes)
        switch name {
        case nil, "utf-8", "utf8", "us-ascii", "ascii":
            takeUTF8(bytes[...], named: name)
        case "iso-8859-1", "latin1", "windows-1252", "cp1252":
            self.bytes = Self.westernEuropean(bytes[...])
        case "utf-16", "utf-16le", "utf-16be", "ucs-2", "iso-10646-ucs-2", "utf-32", "ucs-4":
            problems.append(.encoding("it declares \(name ?? "") but uses 8-bit code units"))
            takeUTF8(bytes[...], named: "utf-8")
        case let name? where Self.isKnown(name):
            self.bytes = bytes
            encoding = nil
        case let name?:
            problems.append(.encoding("\(name.prefix(40)) is unknown"))
            takeUTF8(bytes[...], named: nil)
        }
    }

    private mutating func takeUTF8(_ bytes: ArraySlice<UInt8>, named name: String?) {
        if Self.isASCII(bytes) || Self.isUTF8(bytes) {
            self.bytes = Array(bytes)
        } else {
            problems.append(.encoding("its bytes are not \(name ?? "UTF-8"); they are read as Windows-1252"))
            self.bytes = Self.westernEuropean(bytes)
        }
    }

    private mutating func decode(_ bytes: [UInt8], width: Int, isBigEndian: Bool) {
        var units = [UInt32]()
        units.reserveCapacity(bytes.count / width)
        for start in stride(from: 0, through: bytes.count - width, by: width) {
            let unit = bytes[start..<start + width]
            units.append((isBigEndian ? Array(unit) : unit.reversed()).reduce(0) { $0 << 8 | UInt32($1) })
        }
        if units.first == 0xFEFF { units.removeFirst() }
        let text =
            width == 2 ? String(decoding: units.map { UInt16($0) }, as: UTF16.self) : String(decoding: units, as: UTF32.self)
        self.bytes = Array(text.utf8)
        if bytes.count % width != 0 || text.unicodeScalars.contains("\u{FFFD}") {
            problems.append(.encoding("its bytes are not valid UTF-\(width * 8)"))
        }
    }

    /// Removes text before the first tag, because an XML declaration must come first.
    mutating func dropSurroundings() {
        guard encoding != nil else { return }
        guard let start = bytes.firstIndex(of: 0x3C) else {
            bytes = []
            return
        }
        guard start > 0 else { return }
        let isBlank = bytes[..<start].allSatisfy { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }
        if !isBlank || bytes[start...].starts(with: Array("<?xml".utf8)) {
            problems.append(
                MarkupError(
                    .surroundings, line: 1, column: 1, message: "there is content before the document",
                    remedy: "begin with the XML declaration or the root element"))
        }
        let head = bytes[..<start]
        dropped.lines = head.count { $0 == 0x0A }
        dropped.columns = head[(head.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)...].count
        bytes.removeFirst(start)
    }

    /// Converts an error's position to the original document.
    func original(_ error: MarkupError) -> MarkupError {
        guard dropped != (0, 0), error.line > 0 else { return error }
        return MarkupError(
            error.code, line: error.line + dropped.lines,
            column: error.line == 1 && error.column > 0 ? error.column + dropped.columns : error.column,
            message: error.message, remedy: error.remedy)
    }

}

extension MarkupError {
    fileprivate static func encoding(_ what: String) -> MarkupError {
        MarkupError(.encoding, message: "the encoding is wrong: \(what)", remedy: "declare the actual encoding of the document")
    }
}
