// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Text with uniform style.
public struct StyledRun: Hashable, Sendable {
    /// The text; may have line breaks.
    public var text: String
    /// Declarations with unique properties.
    public var style: [Declaration]
    /// Whether this is a ruby annotation of the run before it.
    public var isRuby: Bool

    public init(text: String, style: [Declaration] = [], isRuby: Bool = false) {
        self.text = text
        self.style = style
        self.isRuby = isRuby
    }
}

/// The style cascade of cues (WebVTT 8), from weakest to strongest: the default classes, the file's sheets and inline values, the
/// application's sheets, and the viewer's preferences.
public struct CaptionStyling: Hashable, Sendable {
    /// Style sheets of the file.
    public var sheets: [StyleSheet]
    /// Application style sheets in the same syntax; they override the file's.
    public var application: [StyleSheet]
    /// The viewer's declarations; they override everything.
    public var user: [Declaration]

    public init(sheets: [StyleSheet] = [], application: [StyleSheet] = [], user: [Declaration] = []) {
        self.sheets = sheets
        self.application = application
        self.user = user
    }

    /// Properties that do not affect line breaks and may depend on the time (WebVTT 8.2.2).
    private static let painted: Set<String> = [
        "color", "opacity", "visibility", "text-decoration", "text-decoration-line", "text-decoration-color", "text-decoration-style",
        "text-shadow", "background", "background-color", "background-image", "outline", "outline-color", "outline-style", "outline-width",
    ]

    /// The only properties allowed on parts of a cue (WebVTT 8.2.1); others could break the layout.
    private static let allowed: Set<String> = painted.union([
        "font", "font-family", "font-size", "font-style", "font-weight", "font-variant", "font-stretch", "line-height", "white-space",
        "text-combine-upright", "ruby-position", "text-align", "direction", "unicode-bidi",
    ])

    /// The styled runs of a cue's text at a time.
    public func runs(of cue: Cue, at time: MediaTime) -> [StyledRun] {
        var builder = RunBuilder(styling: self, cue: cue, time: time)
        builder.visit()
        return builder.runs
    }

    /// The declarations for the cue as a whole.
    public func style(of cue: Cue) -> [Declaration] {
        var steps = Self.maxSteps
        return declarations(of: 0, in: [StyledNode(language: "")], cue, &steps).sorted { $0.property < $1.property }
    }

    /// The maximum number of selector conditions that are checked for a cue; rules after that are ignored.
    static let maxSteps = 1_000_000

    /// The declarations for a region: `::cue-region`, with and without its id.
    public func style(of region: CaptionRegion) -> [Declaration] {
        var cascade = Cascade()
        cascade.apply(region.style, origin: 0, specificity: 0)
        for (origin, sheets) in [(0, sheets), (1, application)] {
            for rule in sheets.flatMap(\.rules) {
                for selector in rule.selectors where selector.isOfRegions {
                    guard
                        selector.compounds.isEmpty || selector.compounds.count == 1 && selector.compounds[0].conditions == [.id(region.id)]
                    else { continue }
                    cascade.apply(rule.declarations, origin: origin, specificity: selector.specificity)
                }
            }
        }
        return cascade.declarations.sorted { $0.property < $1.property }
    }

    func declarations(of index: Int, in nodes: [StyledNode], _ cue: Cue, _ steps: inout Int) -> [Declaration] {
        var cascade = Cascade()
        let span = nodes[index].span
        if let span {
            for name in span.classes {
                if Self.colours.contains(name) { cascade.apply([Declaration("color", name)], origin: 0, specificity: 0) }
                if name.hasPrefix("bg_"), Self.colours.contains(String(name.dropFirst(3))) {
                    cascade.apply([Declaration("background-color", String(name.dropFirst(3)))], origin: 0, specificity: 0)
                }
            }
            switch span.kind {
            case .bold: cascade.apply([Declaration("font-weight", "bold")], origin: 0, specificity: 0)
            case .italic: cascade.apply([Declaration("font-style", "italic")], origin: 0, specificity: 0)
            case .underline: cascade.apply([Declaration("text-decoration", "underline")], origin: 0, specificity: 0)
            default: break
            }
        }
        for (origin, sheets) in [(0, sheets), (1, application)] {
            for rule in sheets.lazy.flatMap(\.rules) {
                guard steps > 0 else { break }
                let matching = rule.selectors.filter { $0.matches(index, of: nodes, cueID: cue.id, steps: &steps) }
                guard let weight = matching.map(\.specificity).max() else { continue }
                let allowed = matching.allSatisfy(\.dependsOnTime) ? Self.painted : Self.allowed
                cascade.apply(rule.declarations.filter { allowed.contains($0.property) }, origin: origin, specificity: weight)
            }
            // Inline values override rules, like HTML's style attribute.
            if origin == 0 { cascade.apply(span?.style ?? cue.style, origin: 0, specificity: Int.max) }
        }
        if span == nil { cascade.apply(user, origin: 2, specificity: 0) }
        // Spans must not override the viewer's preferences.
        guard span != nil else { return cascade.declarations }
        return cascade.declarations.filter { declaration in !user.contains { $0.property == declaration.property } }
    }

    private static let colours: Set<String> = ["white", "lime", "cyan", "red", "yellow", "magenta", "blue", "black"]
}

/// Declarations by weight: origin, importance, specificity, order. A file's `!important` overrides neither the application nor the
/// viewer.
private struct Cascade {
    private struct Weight: Comparable {
        var origin: Int
        var isImportant: Bool
        var specificity: Int

        static func < (left: Weight, right: Weight) -> Bool {
            (left.origin, left.isImportant ? 1 : 0, left.specificity) < (right.origin, right.isImportant ? 1 : 0, right.specificity)
        }
    }

    private var entries: [String: (weight: Weight, value: String)] = [:]

    mutating func apply(_ declarations: [Declaration], origin: Int, specificity: Int) {
        for declaration in declarations.lazy.flatMap(\.longhands) {
            let weight = Weight(origin: origin, isImportant: declaration.isImportant, specificity: specificity)
            if let known = entries[declaration.property], weight < known.weight { continue }
            entries[declaration.property] = (weight, declaration.value)
        }
    }

    var declarations: [Declaration] { entries.map { Declaration($0.key, $0.value.value) } }
}

/// Walks a cue's tree and splits it into styled runs.
private struct RunBuilder {
    let styling: CaptionStyling
    let cue: Cue
    let time: MediaTime
    var runs: [StyledRun] = []
    private var nodes: [StyledNode] = []
    /// For each timestamp in text order, the earliest of it and all later ones.
    private let earliest: [MediaTime]
    /// The number of conditions that may still be checked.
    private var steps = CaptionStyling.maxSteps
    /// The number of timestamps passed so far, and the latest of them.
    private var passed = 0
    private var latest: MediaTime?

    init(styling: CaptionStyling, cue: Cue, time: MediaTime) {
        self.styling = styling
        self.cue = cue
        self.time = time
        var earliest = cue.tree.timestamps
        for index in earliest.indices.dropLast().reversed() { earliest[index] = min(earliest[index], earliest[index + 1]) }
        self.earliest = earliest
    }

    mutating func visit() {
        nodes = [StyledNode(language: "")]
        let style = styling.declarations(of: 0, in: nodes, cue, &steps)
        visit(cue.tree, parent: 0, style: style, isRuby: false)
    }

    private mutating func visit(_ children: [CueNode], parent: Int, style: [Declaration], isRuby: Bool) {
        var previous: Int?
        for child in children {
            switch child {
            case .timestamp(let time):
                passed += 1
                latest = latest.map { max($0, time) } ?? time
            case .text(let text): runs.append(StyledRun(text: text, style: style.sorted { $0.property < $1.property }, isRuby: isRuby))
            case .span(let span):
                let language = span.kind == .language ? span.annotation : nodes[parent].language
                var node = StyledNode(span: span, parent: parent, previous: previous, language: language)
                // A node is past if a timestamp after it is over, and future if one before it is still to come (WebVTT 8.2.2).
                let following = passed + (earliest.isEmpty ? 0 : span.children.timestamps.count)
                node.isPast = earliest.indices.contains(following) && earliest[following] < time
                node.isFuture = latest.map { $0 > time } ?? false
                nodes.append(node)
                let index = nodes.count - 1
                previous = index
                let own = styling.declarations(of: index, in: nodes, cue, &steps)
                let merged = style.filter { old in !own.contains { $0.property == old.property } } + own
                visit(span.children, parent: index, style: merged, isRuby: isRuby || span.kind == .rubyText)
            }
        }
    }
}

extension [CueNode] {
    /// All timestamps in text order.
    fileprivate var timestamps: [MediaTime] {
        flatMap { node -> [MediaTime] in
            switch node {
            case .text: []
            case .timestamp(let time): [time]
            case .span(let span): span.children.timestamps
            }
        }
    }
}
