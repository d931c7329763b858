// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// What renderers say about themselves and in answers.
enum RendererMarkup {
    static let limits = MarkupLimits(bytes: 1 << 20, depth: 24, elements: 5000)

    /// Reads a document. One with a document type of its own is refused: nothing in UPnP has one.
    ///
    /// - Parameter place: the address it came from, for the error.
    static func parse(_ bytes: [UInt8], from place: String) throws(CastingError) -> MarkupElement {
        let document: MarkupDocument
        do {
            document = try MarkupDocument.read(bytes, limits: limits)
        } catch {
            throw .malformed(error.message, at: place)
        }
        guard !document.hasDocumentType else { throw .malformed("it has a document type of its own", at: place) }
        // Who names things wrongly may still be understood; what broke off may not.
        if let problem = document.problems.first(where: { $0.code != .prefix && $0.code != .encoding && $0.code != .surroundings }) {
            throw .malformed(problem.message, at: place)
        }
        return document.root
    }
}

extension String {
    /// Without white space at either end.
    var trimmed: String {
        let rest = drop { $0.isWhitespace }
        return String(rest[..<(rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex)])
    }
}
