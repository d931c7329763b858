// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Text in one look.
public struct StyledRun: Hashable, Sendable {
    public var text: String
    /// Each property once.
    public var style: [Declaration]
    /// Whether it is a ruby annotation of the run before it.
    public var isRuby: Bool

    public init(text: String, style: [Declaration] = [], isRuby: Bool = false) {
        self.text = text
        self.style = style
        self.isRuby = isRuby
    }
}

/// What makes up how cues look (WebVTT 8): from the weakest to the strongest the classes every reader knows, the sheets and values
/// of the file, the application's sheets, and what the person wants.
public struct CaptionStyling: Hashable, Sendable {
    /// Of the file.
    public var sheets: [StyleSheet]
    /// In the same language; they beat the file's.
    public var application: [StyleSheet]
    /// They beat everything.
    public var user: [Declaration]

    public init(sheets: [StyleSheet] = [], application: [StyleSheet] = [], user: [Declaration] = []) {
        self.sheets = sheets
        self.application = application
        self.user = user
    }

    /// What does not change where lines break, which may depend on the time (WebVTT 8.2.2).
    private static let painted: Set<String> = [
        "color", "opacity", "visibility", "text-decoration", "text-decoration-line", "text-decoration-color", "text-decoration-style",
        "text-shadow", "background", "background-color", "background-image", "outline", "outline-color", "outline-style", "outline-width",
    ]

    /// Only these can be set on parts of a cue (WebVTT 8.2.1); of the rest a sheet could harm the layout.
    private static let allowed: Set<String> = painted.union([
        "font", "font-family", "font-size", "font-style", "font-weight", "font-variant", "font-stretch", "line-height", "white-space",
        "text-combine-upright", "ruby-position", "text-align", "direction", "unicode-bidi",
    ])

    /// The text of a cue in runs, as it looks at a time.
    public func runs(of cue: Cue, at time: MediaTime) -> [StyledRun] {
        var builder = RunBuilder(styling: self, cue: cue, time: time)
        builder.visit()
        return builder.runs
    }

    /// The declarations for the cue as a whole.
    public func style(of cue: Cue) -> [Declaration] {
        declarations(of: 0, in: [StyledNode(language: "")], cue).sorted { $0.property < $1.property }
    }

    /// The declarations for a region: `::cue-region`, and with its id.
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

    func declarations(of index: Int, in nodes: [StyledNode], _ cue: Cue) -> [Declaration] {
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
                let matching = rule.selectors.filter { $0.matches(index, of: nodes, cueID: cue.id) }
                guard let weight = matching.map(\.specificity).max() else { continue }
                let allowed = matching.allSatisfy(\.dependsOnTime) ? Self.painted : Self.allowed
                cascade.apply(rule.declarations.filter { allowed.contains($0.property) }, origin: origin, specificity: weight)
            }
            // Values beat rules, as the style attribute of HTML does.
            if origin == 0 { cascade.apply(span?.style ?? cue.style, origin: 0, specificity: Int.max) }
        }
        if span == nil { cascade.apply(user, origin: 2, specificity: 0) }
        // A part of the text does not undo what the person wants of the whole.
        guard span != nil else { return cascade.declarations }
        return cascade.declarations.filter { declaration in !user.contains { $0.property == declaration.property } }
    }

    private static let colours: Set<String> = ["white", "lime", "cyan", "red", "yellow", "magenta", "blue", "black"]
}

/// Declarations by their weight: where they come from, importance, specificity, order. A file's important ones beat neither the
/// application nor the person.
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

/// Goes through a cue's tree and cuts it into runs.
private struct RunBuilder {
    let styling: CaptionStyling
    let cue: Cue
    let time: MediaTime
    var runs: [StyledRun] = []
    private var nodes: [StyledNode] = []
    /// The earliest timestamp from each one on, in the order of the text.
    private let earliest: [MediaTime]
    /// How many timestamps lie before, and the latest of them.
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
        let style = styling.declarations(of: 0, in: nodes, cue)
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
                // A timestamp that is over and lies entirely behind makes it past, one to come that lies before it, future (WebVTT 8.2.2).
                let following = passed + (earliest.isEmpty ? 0 : span.children.timestamps.count)
                node.isPast = earliest.indices.contains(following) && earliest[following] < time
                node.isFuture = latest.map { $0 > time } ?? false
                nodes.append(node)
                let index = nodes.count - 1
                previous = index
                let own = styling.declarations(of: index, in: nodes, cue)
                let merged = style.filter { old in !own.contains { $0.property == old.property } } + own
                visit(span.children, parent: index, style: merged, isRuby: isRuby || span.kind == .rubyText)
            }
        }
    }
}

extension [CueNode] {
    /// Those in it, in the order of the text.
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
