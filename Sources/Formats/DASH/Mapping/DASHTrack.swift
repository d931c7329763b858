// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A selectable stream across all periods: in each period, the most similar representation.
package struct DASHTrack: Hashable, Sendable {
    package var kind: DASHAdaptationSet.Kind
    var language: String?
    var roles: [String]
    var label: String?
    var representation: DASHRepresentation

    init(_ set: DASHAdaptationSet, _ representation: DASHRepresentation) {
        kind = set.kind
        language = set.language
        roles = set.roles
        label = set.label
        self.representation = representation
    }

    private var family: String { Self.family(representation) }

    static func family(_ representation: DASHRepresentation) -> String {
        representation.codecs.map { Codec($0).family.name }.sorted().joined(separator: "+")
    }

    /// The most similar representation in a period; nil if the period has none of its kind.
    func representation(in period: DASHPeriod) -> DASHRepresentation? {
        var best: (score: Double, representation: DASHRepresentation)?
        for set in period.sets where set.kind == kind {
            // Text in another language is no substitute, but audio in another language is better than none.
            if kind == .text, set.language != language || set.roles != roles { continue }
            for candidate in set.representations {
                let score = score(candidate, in: set)
                if best.map({ score > $0.score }) ?? true { best = (score, candidate) }
            }
        }
        return best?.representation
    }

    private func score(_ candidate: DASHRepresentation, in set: DASHAdaptationSet) -> Double {
        var score = 0.0
        if set.language == language { score += 1000 }
        if Self.family(candidate) == family { score += 500 }
        if candidate.channels == representation.channels { score += 100 }
        if set.roles == roles { score += 200 }
        if candidate.size == representation.size { score += 20 }
        if candidate.id == representation.id { score += 10 }
        // Up to 50 points for similar bit rates.
        let (one, other) = (Double(max(candidate.bandwidth, 1)), Double(max(representation.bandwidth, 1)))
        return score + 50 * min(one, other) / max(one, other)
    }
}
