// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import WindowboxContract
import WindowboxPages

/// What a path of Studio answers.
enum StudioResponse: Sendable {
    /// In the frame that all pages share.
    case page(StudioPage)
    /// A part of a page, fetched by its script.
    case part(HTML)
    case other(APIResponse)
}

/// A path of Studio and what makes its answer.
struct StudioPlace: Sendable {
    /// Behind `/studio`, with `{id}` where one stands.
    let path: String
    let answer: @Sendable (StudioRequest) async throws -> StudioResponse

    init(_ path: String, _ page: @escaping @Sendable (StudioRequest) async throws -> StudioPage) {
        self.path = path
        answer = { .page(try await page($0)) }
    }

    init(_ path: String, part: @escaping @Sendable (StudioRequest) async throws -> HTML) {
        self.path = path
        answer = { .part(try await part($0)) }
    }

    init(_ path: String, other: @escaping @Sendable (StudioRequest) async throws -> APIResponse) {
        self.path = path
        answer = { .other(try await other($0)) }
    }

    /// - Parameter words: of a path behind `/studio`.
    /// - Returns: nil where it is another path.
    func values(of words: [Substring]) -> PathValues? {
        let own = path.split(separator: "/")
        guard own.count == words.count else { return nil }
        var values: [String: String] = [:]
        for (template, word) in zip(own, words) {
            if template.hasPrefix("{") {
                guard OpaqueID.isWellFormed(String(word)) else { return nil }
                values[String(template.dropFirst().dropLast())] = String(word)
            } else if template != word {
                return nil
            }
        }
        return PathValues(values)
    }
}
