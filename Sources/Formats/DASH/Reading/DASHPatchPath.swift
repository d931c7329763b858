// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// The subset of XPath that MPD patches use: absolute paths of child steps with positions and attribute values as predicates, and an
/// attribute or `text()` as the last step.
struct DASHPatchPath {
    enum Target: Equatable {
        case element, text
        case attribute(String)
    }

    private enum Predicate {
        /// From 1.
        case position(Int)
        case last
        case attribute(String, String)
        case child(String, String)
    }

    private struct Step {
        /// Without the prefix; `*` matches any.
        var name: String
        var predicates: [Predicate] = []
    }

    private static let longest = 4096

    private(set) var target = Target.element
    private var steps: [Step] = []

    /// - Parameter operation: named in errors.
    init(_ text: String, _ operation: MarkupElement) throws(DASHError) {
        var rest = Substring(text)
        guard text.utf8.count <= Self.longest, rest.first == "/" else { throw Self.unknown(text, operation) }
        while rest.first == "/" {
            rest = rest.dropFirst()
            guard target == .element else { throw Self.unknown(text, operation) }
            if rest.first == "@" {
                let name = rest.dropFirst().prefix { $0 != "/" && $0 != "[" }
                guard !steps.isEmpty, !name.isEmpty else { throw Self.unknown(text, operation) }
                target = .attribute(EditableElement.local(name))
                rest = rest.dropFirst(name.count + 1)
                continue
            }
            if rest.hasPrefix("text()") {
                guard !steps.isEmpty else { throw Self.unknown(text, operation) }
                target = .text
                rest = rest.dropFirst(6)
                continue
            }
            let name = rest.prefix { $0 != "/" && $0 != "[" && $0 != "(" && $0 != "]" }
            guard !name.isEmpty, !name.contains("::") else { throw Self.unknown(text, operation) }
            var step = Step(name: EditableElement.local(name))
            rest = rest.dropFirst(name.count)
            while rest.first == "[" {
                guard let predicate = Self.predicate(&rest) else { throw Self.unknown(text, operation) }
                step.predicates.append(predicate)
            }
            steps.append(step)
        }
        guard rest.isEmpty, !steps.isEmpty else { throw Self.unknown(text, operation) }
    }

    private static func unknown(_ text: String, _ operation: MarkupElement) -> DASHError {
        DASHError(
            .unsupported, operation, message: "@sel \"\(text.prefix(200))\" uses XPath that is not supported",
            remedy: "use absolute paths with [@name='value'] and [position]")
    }

    private static func predicate(_ rest: inout Substring) -> Predicate? {
        rest = rest.dropFirst().drop { $0 == " " }
        defer { rest = rest.drop { $0 == " " } }
        if rest.hasPrefix("last()") {
            rest = rest.dropFirst(6).drop { $0 == " " }
            return close(&rest) ? .last : nil
        }
        let name = rest.prefix { $0 != "=" && $0 != "]" && $0 != "'" && $0 != "\"" }
        rest = rest.dropFirst(name.count)
        let plain = name.filter { $0 != " " }
        if rest.first == "]" {
            rest = rest.dropFirst()
            return Int(plain).flatMap { $0 > 0 ? .position($0) : nil }
        }
        guard rest.first == "=" else { return nil }
        rest = rest.dropFirst().drop { $0 == " " }
        guard let quote = rest.first, quote == "'" || quote == "\"" else { return nil }
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: quote) else { return nil }
        let value = String(rest[..<end])
        rest = rest[end...].dropFirst().drop { $0 == " " }
        guard close(&rest) else { return nil }
        if plain.hasPrefix("@"), plain.count > 1 { return .attribute(EditableElement.local(plain.dropFirst()), value) }
        guard !plain.isEmpty, plain.allSatisfy({ $0.isLetter || $0.isNumber || $0 == ":" || $0 == "-" || $0 == "_" }) else { return nil }
        return .child(EditableElement.local(plain), value)
    }

    private static func close(_ rest: inout Substring) -> Bool {
        guard rest.first == "]" else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// The position of the one element that the steps select; nil if they select none or several.
    func resolve(in root: EditableElement) -> [Int]? {
        guard matches(root, steps[0].name), steps[0].predicates.allSatisfy({ holds($0, root, position: 1, of: 1) }) else { return nil }
        var found: [(location: [Int], element: EditableElement)] = [([], root)]
        for step in steps.dropFirst() {
            var next: [(location: [Int], element: EditableElement)] = []
            for (location, element) in found {
                var list: [(location: [Int], element: EditableElement)] = []
                for (index, child) in element.children.enumerated() {
                    if case .element(let child) = child, matches(child, step.name) { list.append((location + [index], child)) }
                }
                // Each predicate counts positions among the elements that the previous ones left.
                for predicate in step.predicates {
                    let count = list.count
                    list = list.enumerated().filter { holds(predicate, $0.element.element, position: $0.offset + 1, of: count) }.map(
                        \.element)
                }
                next += list
            }
            found = next
        }
        guard found.count == 1 else { return nil }
        if case .attribute(let name) = target, found[0].element[name] == nil { return nil }
        return found[0].location
    }

    private func matches(_ element: EditableElement, _ name: String) -> Bool { name == "*" || element.name == name }

    private func holds(_ predicate: Predicate, _ element: EditableElement, position: Int, of count: Int) -> Bool {
        switch predicate {
        case .position(let expected): position == expected
        case .last: position == count
        case .attribute(let name, let value): element[name] == value
        case .child(let name, let value):
            element.children.contains { if case .element(let child) = $0 { child.name == name && child.text == value } else { false } }
        }
    }
}
