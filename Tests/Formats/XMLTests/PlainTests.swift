// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxXML

/// A processing instruction after the root does not change the result, but makes a document not plain.
@Suite struct PlainTests {
    static let documents = [
        "<a/>", "<a></a>", "<a  />", "<a b='1'\n c=\"2\"\n>x</a\n>", "  <a/>", "\n\n<a>\n<b/>\n</a>\n",
        "<?xml version=\"1.0\" encoding='UTF-8' standalone=\"yes\" ?>\n<!-- c -->\n<a>\n<b/></a><!-- d -->\n",
        "<a b='a&amp;b&#38;#38;&lt;&#x41;&#10;\n\t&quot;&apos;&gt;'>&amp;&lt;&#65;&#x1F600;&#38;amp;</a>",
        "<a>one<![CDATA[<two>&amp; ]] > ]>]]]]><![CDATA[>]]>three<!-- - \n - -->four<b/> <c> x </c>\n</a>",
        "<a xmlns='http://a.example/b' xmlns:p='https://p.example'><p:b p:c='1' c2='2'><d xmlns='http://d.example'/></p:b><e/></a>",
        "<a xmlns:p='http://p.example'><p:b xmlns:p='http://q.example'/><p:c/></a>", "<a>é 😀 \u{7F}\u{85}\u{FEFF}</a>", "<a-b._c d-e='f'/>",
        // Not plain, so that libxml2 parses both.
        "<a>\r\n</a>", "<a p:b='1'/>", "<a b='1' b='2'/>", "<a b='<'/>", "<a>]]></a>", "<a>&nbsp;</a>", "<a>&#0;&#xFFFF;</a>", "<a><b></a>",
        "<a xmlns='a'/>", "<a xmlns=''/>", "<a xml:lang='de'/>", "<a><!-- -- --></a>", "<a b=''c=''/>", "<a>\u{1}</a>", "<é/>", "<a:b:c/>",
        "<a>\u{FFFF}</a>", "<a b='\u{FFFE}'/>", "<!DOCTYPE a><a/>", "<a/><b/>", "<a/>x", "x<a/>", "<a", "<a b", "<a b='", "<a><![CDATA[",
        "<a><!--",
        "<?xml version='1.1'?><a/>", "<?xml encoding='UTF-8'?><a/>", "<a><?p?></a>", "<xmlns:a/>", "<a xmlns:xmlns='http://a.example'/>",
    ]

    @Test("Plain and nearly plain documents are read as libxml2 reads them", arguments: documents)
    func same(_ document: String) {
        for blanks in [true, false] { compare(Array(document.utf8), keepsBlankText: blanks) }
    }

    @Test("Truncated and damaged documents are read the same by both parsers")
    func mutations() {
        let bytes = Self.documents[..<13].map { Array($0.utf8) }
        let wrong = Array("<>&;'\"/=!-[]: x\u{0}\t\n\r#?".utf8) + [0xC3, 0xEF, 0xFF]
        for document in bytes {
            for index in document.indices {
                compare(Array(document[..<index]), keepsBlankText: true)
                for byte in wrong {
                    var changed = document
                    changed[index] = byte
                    compare(changed, keepsBlankText: true)
                }
            }
        }
    }

    private func compare(_ bytes: [UInt8], keepsBlankText: Bool, source: SourceLocation = #_sourceLocation) {
        // In UTF-16 and similar encodings, the added bytes would be other characters.
        guard !bytes.contains(0) else { return }
        let plain = try? MarkupDocument.read(bytes, mode: .strict, keepsBlankText: keepsBlankText)
        let other = try? MarkupDocument.read(bytes + Array("<?p?>".utf8), mode: .strict, keepsBlankText: keepsBlankText)
        #expect(plain == other, "\(String(decoding: bytes, as: UTF8.self))", sourceLocation: source)
    }
}
