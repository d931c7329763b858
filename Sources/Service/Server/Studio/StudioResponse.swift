// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import WindowboxContract
import WindowboxPages

/// The response of a path of Studio.
enum StudioResponse: Sendable {
    /// A page, to be shown in the common frame.
    case page(StudioPage)
    /// A part of a page, fetched by its script.
    case part(HTML)
    case other(APIResponse)
}

/// A path of Studio and its handler.
struct StudioPlace: Sendable {
    /// The path after `/studio`, with `{id}` as a parameter.
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

    /// - Parameter words: the components of a path after `/studio`.
    /// - Returns: nil if the path doesn't match.
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
