// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxXML

@Suite struct EncodingTests {
    private static let text = "<?xml version='1.0'?><a k='é'>Grüße €𝄞</a>"

    private static func utf16(_ text: String, mark: Bool, big: Bool) -> [UInt8] {
        ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
            big ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
    }

    @Test("UTF-8, UTF-16 and UTF-32 documents are read, with and without a BOM", arguments: [true, false], [true, false])
    func unicode(_ mark: Bool, _ big: Bool) throws {
        let wide = ((mark ? [0xFEFF] : []) + Self.text.unicodeScalars.map(\.value)).flatMap { value -> [UInt8] in
            let bytes = [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
            return big ? bytes : bytes.reversed()
        }
        for bytes in [Array(Self.text.utf8), Self.utf16(Self.text, mark: mark, big: big), wide] {
            let document = try MarkupDocument.read(bytes, mode: .strict)
            #expect(document.root.text == "Grüße €𝄞")
            #expect(document.root.attribute("k") == "é")
        }
    }

    @Test("An 8-bit document that declares UTF-16 is read as UTF-8")
    func wrongName() throws {
        let document = try read("<?xml version='1.0' encoding='UTF-16'?><a>é</a>")
        #expect(document.root.text == "é")
        #expect(document.problems.map(\.code) == [.encoding])
    }

    @Test("Bytes that are not UTF-8 are read as Windows-1252", arguments: ["", "<?xml version='1.0' encoding='UTF-8'?>"])
    func western(_ declaration: String) throws {
        let bytes = Array(declaration.utf8) + Array("<a>caf".utf8) + [0xE9, 0x80] + Array("</a>".utf8)
        let document = try MarkupDocument.read(bytes)
        #expect(document.root.text == "café€")
        #expect(document.problems.map(\.code) == [.encoding])
        #expect(throws: MarkupError.self) { try MarkupDocument.read(bytes, mode: .strict) }
    }

    @Test(
        "Declared encodings are used",
        arguments: [("ISO-8859-1", 0xE9, "é"), ("windows-1251", 0xE9, "й"), ("ISO-8859-15", 0xA4, "€")])
    func named(_ name: String, _ byte: UInt8, _ character: String) throws {
        let bytes = Array("<?xml version=\"1.0\" encoding=\"\(name)\"?><a>".utf8) + [byte] + Array("</a>".utf8)
        #expect(try MarkupDocument.read(bytes, mode: .strict).root.text == character)
    }

    @Test("An unknown encoding does not affect ASCII text")
    func unknown() throws {
        let document = try read("<?xml version='1.0' encoding='x-nobody'?><a>1</a>")
        #expect(document.root.text == "1")
        #expect(document.problems.map(\.code) == [.encoding])
    }
}
