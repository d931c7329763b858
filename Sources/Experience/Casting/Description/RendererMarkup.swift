// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// Parses XML from renderers: descriptions, responses and events.
enum RendererMarkup {
    static let limits = MarkupLimits(bytes: 1 << 20, depth: 24, elements: 5000)

    /// Parses a document. Documents with a DTD are rejected, because UPnP has none.
    ///
    /// - Parameter location: URL of the document, for errors.
    static func parse(_ bytes: [UInt8], from location: String) throws(CastingError) -> MarkupElement {
        let document: MarkupDocument
        do {
            document = try MarkupDocument.read(bytes, limits: limits)
        } catch {
            throw .malformed(error.message, at: location)
        }
        guard !document.hasDocumentType else { throw .malformed("it contains a document type declaration", at: location) }
        // Wrong names can be tolerated; truncated documents can't.
        if let problem = document.problems.first(where: { $0.code != .prefix && $0.code != .encoding && $0.code != .surroundings }) {
            throw .malformed(problem.message, at: location)
        }
        return document.root
    }
}

extension String {
    /// Without leading and trailing white space.
    var trimmed: String {
        let rest = drop { $0.isWhitespace }
        return String(rest[..<(rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex)])
    }
}
