// SPDX-License-Identifier: Apache-2.0

package import WindowboxXML

/// Why a manifest, or a part of it, can't be used.
package struct DASHError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is.
    package enum Code: String, Hashable, Sendable {
        /// The bytes are not XML, or end too early.
        case notWellFormed = "not-well-formed"
        /// The document's root is not an `MPD` element.
        case notAManifest = "not-a-manifest"
        /// It is larger, or describes more, than is read here.
        case limit
        /// An attribute or a text can't be read.
        case value
        /// Something that has to be there is not.
        case missing
        /// Something that the standard allows and that can't be played here.
        case unsupported
        /// A segment index that can't be read.
        case index
    }

    package let code: Code
    /// From 1; 0 is the manifest as a whole.
    package let line: Int
    /// The element that it is about; empty for the manifest as a whole.
    package let place: String
    package let message: String
    /// What the manifest's author can do.
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
