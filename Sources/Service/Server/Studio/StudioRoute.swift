// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import WindowboxPages

/// A path of Studio and its handler.
struct StudioRoute: Sendable {
    /// The path after `/studio/`, with `{id}` as a parameter.
    let path: String
    let respond: @Sendable (StudioContext) async throws -> Response

    /// A page, which is shown in the common frame.
    init(_ path: String, _ page: @escaping @Sendable (StudioContext) async throws -> StudioPage) {
        self.path = path
        respond = { call in
            let frame = try await call.studio.frame(of: call.visitor)
            return call.studio.html(frame.page(try await page(call)))
        }
    }

    /// A part of a page, which its script fetches.
    init(_ path: String, part: @escaping @Sendable (StudioContext) async throws -> HTML) {
        self.path = path
        respond = { call in call.studio.html(try await part(call)) }
    }

    init(_ path: String, other respond: @escaping @Sendable (StudioContext) async throws -> Response) {
        self.path = path
        self.respond = respond
    }
}
