// SPDX-License-Identifier: Apache-2.0

import CXML

extension MarkupBuilder {
    /// Parses a document into the builder with libxml2's SAX events: no DOM tree, no entities except XML's five, no document types, no
    /// network access.
    ///
    /// - Parameters:
    ///   - encoding: The encoding, overriding the document's declaration; nil uses the declaration.
    ///   - recovers: Whether to continue after errors.
    mutating func parse(_ bytes: [UInt8], encoding: String?, recovers: Bool) {
        _ = MarkupParse.library
        guard let context = xmlNewParserCtxt() else { return }
        defer { xmlFreeParserCtxt(context) }
        let parse = UnsafeMutablePointer<MarkupParse>.allocate(capacity: 1)
        parse.initialize(to: MarkupParse(self, context))
        context.pointee.sax.pointee = MarkupParse.handler
        // Not the context itself: libxml2 would then look up entities.
        context.pointee.userData = UnsafeMutableRawPointer(parse)
        var options = XML_PARSE_NONET.rawValue
        if recovers { options |= XML_PARSE_RECOVER.rawValue }
        if encoding != nil { options |= XML_PARSE_IGNORE_ENC.rawValue }
        let document = bytes.withUnsafeBytes { bytes in
            xmlCtxtReadMemory(
                context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil, encoding, Int32(options))
        }
        xmlFreeDoc(document)
        self = parse.move().builder
        parse.deallocate()
        finish()
    }
}

/// The state of a parser run, passed to its C callbacks as user data.
struct MarkupParse {
    var builder: MarkupBuilder
    private let context: xmlParserCtxtPtr

    static let library: Void = xmlInitParser()

    init(_ builder: MarkupBuilder, _ context: xmlParserCtxtPtr) {
        self.builder = builder
        self.context = context
    }

    static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { parse, name, prefix, namespace, _, _, count, defaulted, attributes in
            MarkupParse.at(parse)?.pointee.start(name, prefix, namespace, attributes, Int(count - defaulted))
        }
        handler.endElementNs = { parse, _, _, _ in MarkupParse.at(parse)?.pointee.builder.end() }
        let characters: charactersSAXFunc = { parse, bytes, count in
            MarkupParse.at(parse)?.pointee.builder.characters(UnsafeBufferPointer(start: bytes, count: Int(count)))
        }
        handler.characters = characters
        handler.ignorableWhitespace = characters
        handler.cdataBlock = characters
        handler.internalSubset = { parse, _, _, _ in MarkupParse.at(parse)?.pointee.foundDocumentType() }
        handler.serror = { parse, error in MarkupParse.at(parse)?.pointee.fail(error) }
        return handler
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<MarkupParse>? {
        pointer?.assumingMemoryBound(to: MarkupParse.self)
    }

    /// Replaces references to `&` in values, which libxml2 leaves in place if it does not expand entities.
    private static func value(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard bytes.contains(0x26) else { return String(decoding: bytes, as: UTF8.self) }
        var plain: [UInt8] = []
        var index = 0
        while index < bytes.count {
            plain.append(bytes[index])
            index += bytes[index] == 0x26 && bytes[(index + 1)...].starts(with: ampersand) ? 5 : 1
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private static let ampersand = Array("#38;".utf8)

    private mutating func start(
        _ local: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?, _ namespace: UnsafePointer<xmlChar>?,
        _ values: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int
    ) {
        var attributes: [MarkupTree.Attribute] = []
        if let values, count > 0 {
            attributes.reserveCapacity(count)
            for index in 0..<count {
                let fields = values + index * 5
                guard let start = fields[3], let end = fields[4] else { continue }
                let value = Self.value(UnsafeBufferPointer(start: start, count: end - start))
                attributes.append(.init(name: builder.name(fields[0], fields[1], fields[2]), value: builder.value(value.utf8)))
            }
        }
        let name = builder.name(local, prefix, namespace)
        if !builder.start(name, attributes: attributes, line: line + builder.linesBefore) { xmlStopParser(context) }
    }

    private var line: Int { context.pointee.input.map { Int($0.pointee.line) } ?? 0 }

    private mutating func foundDocumentType() {
        builder.hasDocumentType = true
        builder.note(
            MarkupError(
                .documentType, line: line, message: "the document type declaration is ignored",
                remedy: "remove it and write characters instead of its entities"))
    }

    private mutating func fail(_ pointer: UnsafePointer<xmlError>?) {
        guard let error = pointer?.pointee, builder.limitError == nil else { return }
        builder.note(MarkupError(libxml: error))
    }
}
