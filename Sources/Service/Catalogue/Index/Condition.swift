// SPDX-License-Identifier: Apache-2.0

import WindowboxHashtags

/// A condition on a video's tokens.
indirect enum Condition: Hashable, Sendable {
    case token(Token)
    case all([Condition])
    case any([Condition])
    case not(Condition)

    static let every = Condition.all([])

    init(_ filter: HashtagFilter) {
        switch filter {
        case .tag(let tag): self = .token(Token(.hashtag, tag))
        case .and(let operands): self = .all(operands.map(Condition.init))
        case .or(let operands): self = .any(operands.map(Condition.init))
        case .not(let operand): self = .not(Condition(operand))
        }
    }

    /// For each key, one of the values; without keys, only videos that aren't targeted.
    init(cohorts: [String: [String]]) {
        guard !cohorts.isEmpty else {
            self = .not(.token(Token(.targeted)))
            return
        }
        self = .all(cohorts.sorted { $0.key < $1.key }.map { key, values in .any(values.map { .token(.cohort(key, $0)) }) })
    }

    var tokens: Set<Token> {
        switch self {
        case .token(let token): [token]
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.tokens) }
        case .not(let part): part.tokens
        }
    }

    func holds(for tokens: Set<Token>) -> Bool {
        switch self {
        case .token(let token): tokens.contains(token)
        case .all(let parts): parts.allSatisfy { $0.holds(for: tokens) }
        case .any(let parts): parts.contains { $0.holds(for: tokens) }
        case .not(let part): !part.holds(for: tokens)
        }
    }
}

/// A condition in which tokens are replaced by index lists and their lengths.
indirect enum ResolvedCondition: Hashable, Sendable {
    struct List: Hashable, Sendable {
        var number: Int64
        /// The number of videos in the list.
        var uses: Int64
        var signature: Int64
    }

    case always
    case never
    case list(List)
    case all([ResolvedCondition])
    case any([ResolvedCondition])
    case not(ResolvedCondition)

    init(_ condition: Condition, lists: [Token: List]) {
        switch condition {
        case .token(let token): self = lists[token].map(ResolvedCondition.list) ?? .never
        case .all(let parts): self = .joined(all: parts.map { ResolvedCondition($0, lists: lists) })
        case .any(let parts): self = .joined(any: parts.map { ResolvedCondition($0, lists: lists) })
        case .not(let part): self = .negated(ResolvedCondition(part, lists: lists))
        }
    }

    private static func joined(all parts: [ResolvedCondition]) -> ResolvedCondition {
        if parts.contains(.never) { return .never }
        let rest = parts.filter { $0 != .always }
        return rest.isEmpty ? .always : rest.count == 1 ? rest[0] : .all(rest)
    }

    private static func joined(any parts: [ResolvedCondition]) -> ResolvedCondition {
        if parts.contains(.always) { return .always }
        let rest = parts.filter { $0 != .never }
        return rest.isEmpty ? .never : rest.count == 1 ? rest[0] : .any(rest)
    }

    private static func negated(_ part: ResolvedCondition) -> ResolvedCondition {
        switch part {
        case .always: .never
        case .never: .always
        case .not(let inner): inner
        default: .not(part)
        }
    }

    /// The condition simplified for videos that are known to have this token.
    func given(_ known: List) -> ResolvedCondition {
        switch self {
        case .list(let list): list == known ? .always : self
        case .all(let parts): .joined(all: parts.map { $0.given(known) })
        case .any(let parts): .joined(any: parts.map { $0.given(known) })
        case .not(let part): .negated(part.given(known))
        case .always, .never: self
        }
    }

    /// The shortest lists that together contain all matching videos; nil if no list restricts them.
    var cover: [List]? {
        switch self {
        case .always, .not: nil
        case .never: []
        case .list(let list): [list]
        case .all(let parts): parts.compactMap(\.cover).min { $0.reduce(0) { $0 + $1.uses } < $1.reduce(0) { $0 + $1.uses } }
        case .any(let parts):
            parts.reduce([]) { cover, part in
                guard let cover, let more = part.cover else { return nil }
                return cover + more.filter { !cover.contains($0) }
            }
        }
    }

    /// The lists to scan, and the remaining condition for each.
    ///
    /// Lists that match completely come first, then shorter ones: they limit how far back the others must be scanned.
    func walk(of all: List) -> [(list: List, rest: ResolvedCondition)] {
        func rank(_ step: (list: List, rest: ResolvedCondition)) -> (Int, Int64, Int64) {
            (step.rest == .always ? 0 : 1, step.list.uses, step.list.number)
        }
        return (cover ?? [all]).map { ($0, given($0)) }.filter { $0.rest != .never }.sorted { rank($0) < rank($1) }
    }

    /// The exact SQL condition on a row `p` of `posting`; only for conditions that are neither always true nor never true.
    var exact: SQL {
        switch self {
        case .always: "1 = 1"
        case .never: "1 = 0"
        case .list(let list):
            "EXISTS (SELECT 1 FROM posting q WHERE q.token = \(list.number) AND q.published = p.published AND q.video = p.video)"
        case .all(let parts): "(\(SQL.joined(parts.map(\.exact), by: " AND ")))"
        case .any(let parts): "(\(SQL.joined(parts.map(\.exact), by: " OR ")))"
        case .not(let part): "NOT \(part.exact)"
        }
    }

    /// A fast approximate SQL condition on signatures; nil if signatures don't help.
    var rough: SQL? {
        switch self {
        case .list(let list): return "(p.signature & \(list.signature)) = \(list.signature)"
        case .all(let parts):
            let known = parts.compactMap(\.rough)
            return known.isEmpty ? nil : "(\(SQL.joined(known, by: " AND ")))"
        case .any(let parts):
            let known = parts.compactMap(\.rough)
            return known.count < parts.count ? nil : "(\(SQL.joined(known, by: " OR ")))"
        case .always, .never, .not: return nil
        }
    }
}
