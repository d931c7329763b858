// SPDX-License-Identifier: Apache-2.0

import CXML

extension MarkupError {
    /// Converts an error reported by libxml2.
    init(libxml error: xmlError) {
        let (code, remedy) = Self.kind(xmlParserErrors(UInt32(bitPattern: error.code)))
        var message = error.message.map { String(cString: $0).trimmedOfWhiteSpace } ?? "not well-formed"
        if message.count > 200 { message = String(message.prefix(200)) + "…" }
        self.init(code, line: Int(error.line), column: max(0, Int(error.int2)), message: message, remedy: remedy)
    }

    private static func kind(_ code: xmlParserErrors) -> (Code, String) {
        switch code {
        case XML_ERR_ENTITYREF_SEMICOL_MISSING, XML_ERR_ENTITYREF_NO_NAME, XML_ERR_NAME_REQUIRED, XML_ERR_UNDECLARED_ENTITY,
            XML_WAR_UNDECLARED_ENTITY, XML_ERR_INVALID_CHARREF, XML_ERR_INVALID_DEC_CHARREF, XML_ERR_INVALID_HEX_CHARREF,
            XML_ERR_UNPARSED_ENTITY:
            (.reference, "write & as &amp; and < as &lt;, or use a CDATA section")
        case XML_ERR_ATTRIBUTE_NOT_STARTED, XML_ERR_ATTRIBUTE_WITHOUT_VALUE, XML_ERR_SPACE_REQUIRED, XML_ERR_EQUAL_REQUIRED:
            (.attribute, "write each attribute as NAME=\"VALUE\", with a space before it")
        case XML_ERR_MISPLACED_CDATA_END:
            (.sectionEnd, "write ]]> as ]]&gt;, or begin the section with <![CDATA[")
        case XML_NS_ERR_UNDEFINED_NAMESPACE, XML_NS_ERR_QNAME, XML_NS_ERR_XML_NAMESPACE, XML_NS_ERR_COLON, XML_NS_ERR_EMPTY,
            XML_WAR_NS_URI, XML_WAR_NS_URI_RELATIVE:
            (.prefix, "declare the namespace of each prefix with xmlns:PREFIX")
        case XML_ERR_DOCUMENT_EMPTY:
            (.empty, "check that the URL serves XML")
        case XML_ERR_TAG_NOT_FINISHED, XML_ERR_CDATA_NOT_FINISHED, XML_ERR_COMMENT_NOT_FINISHED, XML_ERR_PI_NOT_FINISHED,
            XML_ERR_GT_REQUIRED, XML_ERR_LTSLASH_REQUIRED:
            (.truncated, "check that the complete document arrives")
        case XML_ERR_INVALID_ENCODING, XML_ERR_UNSUPPORTED_ENCODING, XML_ERR_UNKNOWN_ENCODING, XML_I18N_CONV_FAILED:
            (.encoding, "write the document in the encoding that it declares, preferably UTF-8")
        case XML_ERR_DOCUMENT_END:
            (.surroundings, "remove what follows the root element")
        case XML_ERR_TAG_NAME_MISMATCH:
            (.notWellFormed, "close each element with its own name, the last opened first")
        default:
            (.notWellFormed, "write XML 1.0")
        }
    }
}
