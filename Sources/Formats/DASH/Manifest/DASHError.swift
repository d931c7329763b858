// SPDX-License-Identifier: Apache-2.0

package import WindowboxXML

/// An error in a manifest, a patch or a segment index.
package struct DASHError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: String, Hashable, Sendable {
        /// The bytes are not well-formed XML, or are truncated.
        case notWellFormed = "not-well-formed"
        /// The document's root is not an `MPD` element.
        case notAManifest = "not-a-manifest"
        /// The document, or something it describes, exceeds a limit of this reader.
        case limit
        /// An attribute or text has an invalid value.
        case value
        /// A required part is missing.
        case missing
        /// A valid feature that this player doesn't support.
        case unsupported
        /// A segment index is invalid.
        case index
    }

    package let code: Code
    /// Line in the manifest, from 1; 0 for the manifest as a whole.
    package let line: Int
    /// Name of the element; empty for the manifest as a whole.
    package let place: String
    package let message: String
    /// How the manifest's author can fix it.
    package let cure: String

    package init(_ code: Code, line: Int = 0, place: String = "", message: String, cure: String) {
        self.code = code
        self.line = line
        self.place = place
        self.message = message
        self.cure = cure
    }

    package init(_ code: Code, _ element: MarkupElement, message: String, cure: String) {
        self.init(code, line: element.line, place: element.name, message: message, cure: cure)
    }

    package var description: String {
        var start = line > 0 ? "line \(line)" : ""
        if !place.isEmpty { start += (start.isEmpty ? "" : ", ") + place }
        return (start.isEmpty ? "" : start + ": ") + "\(message); \(cure)"
    }
}
