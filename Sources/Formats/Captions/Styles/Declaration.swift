// SPDX-License-Identifier: Apache-2.0

/// A property and its value, in the language of style sheets: `color: #ff0000`.
public struct Declaration: Hashable, Sendable {
    /// In lower case.
    public var property: String
    /// Without `!important`.
    public var value: String
    public var isImportant: Bool

    public init(_ property: String, _ value: String, isImportant: Bool = false) {
        self.property = property
        self.value = value
        self.isImportant = isImportant
    }
}

extension [Declaration] {
    /// As one would write them: `color: red; font-style: italic`.
    public var css: String { map { "\($0.property): \($0.value)\($0.isImportant ? " !important" : "")" }.joined(separator: "; ") }

    /// The value that holds: of the last declaration, but an important one beats those that are not.
    public subscript(_ property: String) -> String? {
        (last { $0.property == property && $0.isImportant } ?? last { $0.property == property })?.value
    }
}
