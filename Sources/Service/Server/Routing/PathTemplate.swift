// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// The path of an endpoint, such as `/v1/videos/{id}`.
///
/// A component in braces is a parameter. `{name...}` at the end stands for all components that follow, at least one, and has no value.
struct PathTemplate: Sendable {
    let text: String
    let words: [Substring]
    private let parameters: [(index: Int, name: String, isIdentifier: Bool)]

    /// - Parameter isIdentifier: whether a parameter has the format of ``OpaqueID``; a path with any other value doesn't exist.
    init(_ text: String, isIdentifier: (String) -> Bool) {
        self.text = text
        words = Self.words(of: text)
        parameters = words.enumerated().compactMap { index, word in
            guard word.hasPrefix("{"), !Self.isRest(word) else { return nil }
            let name = String(word.dropFirst().dropLast())
            return (index, name, isIdentifier(name))
        }
    }

    static func isRest(_ word: Substring) -> Bool { word.hasSuffix("...}") }

    /// The components of a path, which are percent-encoded.
    static func words(of path: String) -> [Substring] {
        path.dropFirst(path.hasPrefix("/") ? 1 : 0).split(separator: "/", omittingEmptySubsequences: false)
    }

    /// The values of the parameters in a path that matches; nil if one is invalid.
    func values(in path: [Substring]) -> PathValues? {
        var values: [(name: String, value: String)] = []
        values.reserveCapacity(parameters.count)
        for parameter in parameters {
            guard let value = FormText.decoded(path[parameter.index], plusIsSpace: false) else { return nil }
            // A malformed id can't exist.
            if parameter.isIdentifier, !OpaqueID.isWellFormed(value) { return nil }
            values.append((parameter.name, value))
        }
        return PathValues(values)
    }
}

/// The values of a path's parameters.
struct PathValues: Sendable, CustomStringConvertible {
    private let values: [(name: String, value: String)]

    init(_ values: [(name: String, value: String)] = []) { self.values = values }

    /// - Precondition: the path's template has the name.
    subscript(name: String) -> String {
        guard let value = values.first(where: { $0.name == name })?.value else { preconditionFailure("No {\(name)} in the path") }
        return value
    }

    /// Deterministic for the same values.
    var description: String { values.sorted { $0.name < $1.name }.map { "\($0.name)=\($0.value)" }.joined(separator: "&") }
}
