// SPDX-License-Identifier: Apache-2.0

/// A selector for cues, parts of their text, or regions: `::cue`, `::cue(b)`, `::cue-region(#id)` (WebVTT 8.2).
public struct CueSelector: Hashable, Sendable {
    /// A condition on one node.
    public enum Condition: Hashable, Sendable {
        /// `b`, `c`, `v` …
        case element(String)
        /// `.name`: a class of a span.
        case `class`(String)
        /// The cue's id, matched on the root.
        case id(String)
        /// `[voice="…"]`, `[lang="…"]`; the operator is empty if only the attribute's presence counts.
        case attribute(name: String, operation: String, value: String)
        /// `:lang(…)`.
        case language(String)
        /// `:past`, `:future` and `:root`.
        case past, future, root
        /// A pseudo-class that no cue matches.
        case never
    }

    /// The relation between two compounds; the raw values are CSS's.
    public enum Combinator: String, Hashable, Sendable {
        /// Anywhere inside.
        case descendant = " "
        /// Directly inside.
        case child = ">"
        /// Directly after.
        case next = "+"
        /// Anywhere after, with the same parent.
        case later = "~"
    }

    /// Conditions on one node, and its relation to the preceding compound's node.
    public struct Compound: Hashable, Sendable {
        /// The relation to the compound before; of no meaning for the first.
        public var combinator: Combinator
        /// Conditions that all have to be met.
        public var conditions: [Condition]
    }

    /// Whether it selects regions instead of cues.
    public var isOfRegions: Bool
    /// Empty for `::cue` and `::cue-region` without an argument.
    public var compounds: [Compound]

    /// Whether matching depends on the playback time.
    var dependsOnTime: Bool { compounds.contains { $0.conditions.contains { $0 == .past || $0 == .future } } }

    /// The specificity: ids, then classes, attributes and pseudo-classes, then elements (Selectors 4, 17).
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
