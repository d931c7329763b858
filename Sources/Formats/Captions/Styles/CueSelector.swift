// SPDX-License-Identifier: Apache-2.0

/// A selector of cues, of parts of their text, or of regions: `::cue`, `::cue(b)`, `::cue-region(#id)` (WebVTT 8.2).
public struct CueSelector: Hashable, Sendable {
    /// A condition on one node.
    public enum Condition: Hashable, Sendable {
        /// `b`, `c`, `v` …
        case element(String)
        case `class`(String)
        /// Of the cue, on the root of its text.
        case id(String)
        /// `[voice="…"]`, `[lang="…"]`; the operator is empty where only the attribute's being there counts.
        case attribute(name: String, operation: String, value: String)
        /// `:lang(…)`.
        case language(String)
        case past, future, root
        /// A pseudo-class that no cue has.
        case never
    }

    public enum Combinator: String, Hashable, Sendable {
        case descendant = " "
        case child = ">"
        case next = "+"
        case later = "~"
    }

    /// Conditions on one node, and how it lies to the one before.
    public struct Compound: Hashable, Sendable {
        public var combinator: Combinator
        public var conditions: [Condition]
    }

    /// Whether it selects regions, not cues.
    public var isOfRegions: Bool
    /// Empty for `::cue` and `::cue-region` without an argument.
    public var compounds: [Compound]

    /// Whether it selects by what was spoken already.
    var dependsOnTime: Bool { compounds.contains { $0.conditions.contains { $0 == .past || $0 == .future } } }

    /// How much it weighs: ids, then classes, attributes and pseudo-classes, then elements (Selectors 4, 17).
    public var specificity: Int {
        var weight = 1
        for condition in compounds.flatMap(\.conditions) {
            switch condition {
            case .id: weight += 1_000_000
            case .element: weight += 1
            case .class, .attribute, .language, .past, .future, .root, .never: weight += 1000
            }
        }
        return weight
    }
}
