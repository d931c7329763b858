// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// A document of an ad server: ads, or a schedule of them.
public enum AdMarkup: Hashable, Sendable {
    case vast(VASTDocument)
    case vmap(VMAPDocument)

    /// How much is forgiven.
    public enum Mode: Hashable, Sendable {
        /// What is required and missing, or not of its type, is thrown.
        case strict
        /// What can be understood is read, and what could not is among the document's problems.
        case lenient
    }

    /// Bytes of a document at most; elements inside each other at most.
    static let limits = MarkupLimits(bytes: 8 << 20, depth: 64, elements: 200_000)

    /// Reads VAST 2.0 to 4.3 or VMAP 1.0.
    ///
    /// Names are matched without prefix or namespace and, when lenient, without regard to case. Addresses stay as written, without
    /// white space around them.
    ///
    /// - Throws: code 100 for what is no XML, 101 for other XML and, when strict, for what the schema does not allow, 102 for other
    ///   versions: VAST 1, and when strict those that nobody knows.
    public static func read(_ bytes: [UInt8], mode: Mode = .lenient) throws(VASTError) -> AdMarkup {
        let document: MarkupDocument
        do {
            document = try MarkupDocument.read(bytes, mode: mode == .strict ? .strict : .lenient, limits: limits)
        } catch {
            throw VASTError(error)
        }
        var reader = AdMarkupReader(mode: mode)
        // Undeclared prefixes are met daily and lose nothing.
        reader.problems = document.problems.filter { $0.code != .prefix }.map { VASTError($0) }
        let markup = try reader.document(document.root)
        return markup
    }
}

extension VASTDocument {
    /// Reads ads as ``AdMarkup/read(_:mode:)`` does; a schedule is refused with code 101.
    public static func read(_ bytes: [UInt8], mode: AdMarkup.Mode = .lenient) throws(VASTError) -> VASTDocument {
        guard case .vast(let document) = try AdMarkup.read(bytes, mode: mode) else {
            throw VASTError(.schema, place: "VMAP", message: "it is a schedule of ads", cure: "serve VAST here")
        }
        return document
    }
}

extension VASTError {
    init(_ error: MarkupError) {
        self.init(.xml, line: error.line, column: error.column, message: error.message, cure: error.cure)
    }
}
