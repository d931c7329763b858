// SPDX-License-Identifier: Apache-2.0

/// A CSS property and its value: `color: #ff0000`.
public struct Declaration: Hashable, Sendable {
    /// The property name in lower case.
    public var property: String
    /// The value without `!important`.
    public var value: String
    /// Whether it has `!important`, and wins over declarations without.
    public var isImportant: Bool

    public init(_ property: String, _ value: String, isImportant: Bool = false) {
        self.property = property
        self.value = value
        self.isImportant = isImportant
    }
}

extension [Declaration] {
    /// The declarations as CSS: `color: red; font-style: italic`.
    public var css: String { map { "\($0.property): \($0.value)\($0.isImportant ? " !important" : "")" }.joined(separator: "; ") }

    /// The effective value: the last declaration's, but `!important` ones win.
    public subscript(_ property: String) -> String? {
        (last { $0.property == property && $0.isImportant } ?? last { $0.property == property })?.value
    }
}
