// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxTranslations
@testable import embed_assets

@Suite("PO files") struct POFileTests {
    private static let header = """
        msgid ""
        msgstr ""
        "Language: de\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"
        "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

        """

    private func file(_ text: String, path: String = "x/de.po") throws(EmbeddingError) -> POFile {
        try POFile(path: path, Array((Self.header + "\n" + text).utf8))
    }

    @Test("Strings may continue on other lines, and escapes, contexts, plural forms and comments are understood") func reading() throws {
        let read = try file(
            """
            # by a translator
            #: App.swift:1
            msgctxt "menu"
            msgid "O"
            "pen \\"it\\""
            msgstr ""
            "Öffnen\\n"
              "\\\\ \\t#"
            #, swift-format, fuzzy
            #| msgid "Old"
            msgid "New"
            msgstr "Alt"

            #~ msgid "Gone"
            #~ msgstr "Weg"
            msgid "{n} item"
            msgid_plural "{n} items"
            msgstr[0] "{n} Ding"
            msgstr[1] "{n} Din"
            "ge"
            """)
        #expect(read.header["Language"] == "de")
        #expect(read.messages.count == 3)
        #expect(
            read.messages.first
                == POFile.Message(context: "menu", id: "Open \"it\"", forms: ["Öffnen\n\\ \t#"], line: 10))
        #expect(read.messages[1].isFuzzy)
        #expect(!read.messages[1].isTranslated)
        #expect(read.messages[0].isTranslated)
        #expect(read.messages[2].forms == ["{n} Ding", "{n} Dinge"])
        #expect(read.messages[2].plural == "{n} items")
        #expect(!read.messages[2].isFuzzy)
    }

    @Test(
        "A mistake is reported with its line and a remedy",
        arguments: [
            ("msgid \"a", "7: error: a string without its closing quotation mark"), ("msgid \"a\\\"", "7: error: a string without"),
            ("msgid \"a\\", "7: error: a string without"), ("msgid \"a\" b", "7: error: text behind the closing quotation mark"),
            ("msgid \"\\x41\"", "7: error: the escape \\x"), ("msgid a", "7: error: no quoted string after the keyword"),
            ("\"a\"", "7: error: a string that continues nothing"), ("msgstr \"a\"", "7: error: msgstr without a msgid"),
            ("msgid \"a\"", "7: error: the message of line 7 has no msgstr"),
            ("msgctxt \"a\"\n\nmsgid \"b\"", "7: error: the message of line 7"),
            ("msgid \"a\"\nmsgid \"b\"", "7: error: the message of line 7 has no msgstr"),
            ("msgfoo \"a\"", "7: error: the keyword “msgfoo”"),
            ("msgid \"a\"\nmsgstr[0] \"a\"", "8: error: msgstr[0] without a msgid_plural"),
            ("msgid_plural \"a\"", "7: error: msgid_plural without"),
            ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr \"c\"", "9: error: msgstr without a msgid"),
            ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[1] \"c\"", "9: error: msgstr[1] where msgstr[0] belongs"),
            ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[-1] \"c\"", "9: error: the keyword “msgstr[-1]”"),
            ("msgid \"a\"\nmsgstr \"\"\nmsgid \"a\"\nmsgstr \"\"", "9: error: the same message as in line 7"),
            ("msgid \"\"\nmsgstr \"\"", "7: error: the same message as in line 1"),
            ("msgid \"a\"\nmsgstr \"b\r\"", "8: error: the character U+D"), ("\u{FEFF}msgid \"a\"", "7: error: the character U+FEFF"),
        ])
    func mistakes(text: String, start: String) {
        let error = #expect(throws: EmbeddingError.self) { try file(text) }
        #expect(error?.description.hasPrefix("x/de.po:\(start)") == true, "\(error?.description ?? "none")")
    }

    @Test("A file cut anywhere is read or refused, but never crashes") func cuts() throws {
        let text = Array((Self.header + "msgctxt \"c\"\nmsgid \"ä\\n\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\nmsgstr[1] \"d\"\n").utf8)
        for end in text.indices { _ = try? POFile(path: "de.po", Array(text[..<end])) }
        #expect(try POFile(path: "de.po", text).messages.count == 1)
    }

    @Test("A file without a header, or not in UTF-8, is refused") func headers() {
        func refusal(_ bytes: [UInt8]) -> String? { #expect(throws: EmbeddingError.self) { try POFile(path: "de.po", bytes) }?.cause }
        #expect(refusal([]) == "there is no header")
        #expect(refusal(Array("msgid \"a\"\nmsgstr \"b\"\n".utf8)) == "there is no header")
        #expect(refusal(Array("msgid \"\"\nmsgstr \"Language: de\\n\"\n".utf8)) == "the header doesn’t say that the file is UTF-8")
        #expect(refusal(Array("msgid \"\"\nmsgstr \"Language\\n\"\n".utf8)) == "the header’s line “Language” has no colon")
        #expect(refusal([0x23, 0xC3, 0x28]) == "it is not UTF-8")
    }

    private func source(_ template: String, _ translation: String, key: String = "") throws -> String {
        let english = Self.header.replacing("Language: de", with: "Language: en") + key + "\n" + template
        return try EmbeddedCatalogues(
            template: POFile(path: "x/app.pot", Array(english.utf8)), translations: [file(translation)]
        ).source
    }

    @Test("Translated messages of the template are embedded; fuzzy, obsolete and untranslated ones are left out") func embedding() throws {
        let template = "msgid \"a\"\nmsgstr \"\"\nmsgid \"b\"\nmsgstr \"\"\nmsgctxt \"x\"\nmsgid \"c\"\nmsgstr \"\"\n"
        let code = try source(
            template,
            "msgid \"a\"\nmsgstr \"\\\"A\\n\u{200F}\"\nmsgid \"d\"\nmsgstr \"D\"\n#, fuzzy\nmsgid \"b\"\nmsgstr \"B\"\nmsgctxt \"x\"\nmsgid \"c\"\nmsgstr \"\"\n"
        )
        #expect(code.contains("messages: [\n            [\"a\", \"\\\"A\\u{a}\\u{200f}\"],\n        ])"))
        #expect(code.contains("[\"a\", \"a\"],\n            [\"b\", \"b\"],\n            [\"x\\u{4}c\", \"c\"],\n"))
        #expect(code.contains("static let languages: [String] = [\"de\", \"en\"]"))
    }

    @Test("With X-Key, contexts are the keys") func contexts() throws {
        let template = "msgctxt \"play\"\nmsgid \"Play\"\nmsgstr \"\"\n"
        let code = try source(template, "msgctxt \"play\"\nmsgid \"Play\"\nmsgstr \"Los\"\n", key: "\"X-Key: msgctxt\\n\"\n")
        #expect(code.contains("[\"play\", \"Los\"],"))
        #expect(code.contains("[\"play\", \"Play\"],"))
        #expect(throws: EmbeddingError.self) { try source(template + "msgid \"x\"\nmsgstr \"\"\n", "", key: "\"X-Key: msgctxt\\n\"\n") }
    }

    @Test(
        "A translation that would show the wrong thing stops the build",
        arguments: [
            ("msgid \"{a} b\"\nmsgstr \"{c} b\"", "the placeholder {c}"),
            ("msgid \"{a} b\"\nmsgstr \"b\"", "the placeholder {a} is missing"),
            ("msgid \"{n} x\"\nmsgid_plural \"{n} xs\"\nmsgstr[0] \"{n}\"", "1 forms, but Plural-Forms says 2"),
            ("msgid \"{n} x\"\nmsgid_plural \"{n} xs\"\nmsgstr[0] \"{n}\"\nmsgstr[1] \"\"", "a message with only some of its forms"),
        ])
    func wrong(translation: String, cause: String) {
        let template = "msgid \"{a} b\"\nmsgstr \"\"\nmsgid \"{n} x\"\nmsgid_plural \"{n} xs\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n"
        let error = #expect(throws: EmbeddingError.self) { try source(template, translation) }
        #expect(error?.cause == cause)
    }

    @Test("A form of a certain number may say it in words") func words() throws {
        let template = "msgid \"{n} x\"\nmsgid_plural \"{n} xs\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n"
        #expect(
            try source(template, "msgid \"{n} x\"\nmsgid_plural \"{n} xs\"\nmsgstr[0] \"ein\"\nmsgstr[1] \"{n}\"")
                .contains("[\"{n} x\", \"ein\", \"{n}\"]"))
    }
}
