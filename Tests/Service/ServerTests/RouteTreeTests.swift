// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxContract

@testable import WindowboxServer

@Suite("The route tree") struct RouteTreeTests {
    private static func endpoint(_ method: APIRoute.Method, _ path: String, errors: ErrorFormat = .json) -> Endpoint {
        Endpoint(method, path, as: path, errors: errors) { _ in Response(status: 200) }
    }

    private static let tree = RouteTree([
        endpoint(.get, "/"), endpoint(.get, "/a/new/x"), endpoint(.get, "/a/{name}/y"), endpoint(.post, "/a/{name}/y"),
        endpoint(.delete, "/a/sessions"), endpoint(.get, "/a/{id}"), endpoint(.get, "/files/{key...}"),
        endpoint(.get, "/files/list"), endpoint(.get, "/pages/{id}", errors: .page), endpoint(.get, "/pages/{page...}", errors: .page),
        endpoint(.get, "/shop/{id}/{slug}", errors: .page),
    ])

    /// The path of the endpoint with its values, the methods that exist, or the format in which nothing is reported.
    private static func found(_ method: APIRoute.Method?, _ path: String) -> String {
        switch tree.match(method, path) {
        case .endpoint(let endpoint, let values): "\(endpoint.path.text) \(values)".trimmed
        case .otherMethods(_, let methods): methods.map(\.rawValue).joined(separator: ",")
        case .nothing(let format): format.map { "nothing as \($0)" } ?? "nothing"
        }
    }

    @Test(
        "A literal component precedes a parameter, and both precede the rest of a path",
        arguments: [
            ("/", "/"), ("", "/"), ("/a/new/x", "/a/new/x"), ("/a/new/y", "/a/{name}/y name=new"), ("/a/b/y", "/a/{name}/y name=b"),
            ("/a/b", "/a/{id} id=b"), ("/files/list", "/files/list"), ("/files/x", "/files/{key...}"),
            ("/files/x/y/z", "/files/{key...}"), ("/files/", "/files/{key...}"), ("/files/list/x", "/files/{key...}"),
            ("/files", "nothing as json"), ("/pages/b", "/pages/{id} id=b"), ("/pages/b/c", "/pages/{page...}"),
        ]) func precedence(path: String, expected: String)
    { #expect(Self.found(.get, path) == expected) }

    @Test("Values are decoded after the path is split, and invalid ones match nothing") func values() {
        #expect(Self.found(.get, "/a/x%2Fy/y") == "/a/{name}/y name=x/y")
        #expect(Self.found(.get, "/a/+/y") == "/a/{name}/y name=+")
        for wrong in ["%", "%0", "%zz", "%FF", "%00"] { #expect(Self.found(.get, "/a/\(wrong)/y") == "nothing as json", "\(wrong)") }
        // Only `{id}` must have the form of an ID.
        #expect(Self.found(.get, "/a/not%20an%20id") == "nothing as json")
        #expect(Self.found(.get, "/a/b%20c/y") == "/a/{name}/y name=b c")
        // Then the next candidate matches.
        #expect(Self.found(.get, "/pages/not%20an%20id") == "/pages/{page...}")
    }

    @Test("A path names all of its methods, whatever was asked") func methods() {
        #expect(Self.found(.patch, "/a/b/y") == "get,post")
        #expect(Self.found(nil, "/a/b/y") == "get,post")
        #expect(Self.found(.get, "/a/sessions") == "delete")
        #expect(Self.found(.post, "/a/new/x") == "get")
        #expect(Self.found(.post, "/files/x") == "get")
    }

    @Test("Superfluous slashes are ignored in addresses of pages, and nowhere else") func slashes() {
        #expect(Self.found(.get, "/pages//b/") == "/pages/{id} id=b")
        #expect(Self.found(.get, "/shop/b//c/") == "/shop/{id}/{slug} id=b&slug=c")
        #expect(Self.found(.get, "//pages/b") == "nothing")
        #expect(Self.found(.get, "/a/b/") == "nothing as json")
        #expect(Self.found(.get, "/a//y") == "nothing as json")
    }

    @Test("What doesn't exist is reported as its neighbours are") func formats() {
        #expect(Self.found(.get, "/shop/b") == "nothing as page")
        #expect(Self.found(.get, "/a/b/c/d") == "nothing as json")
        #expect(Self.found(.get, "/none") == "nothing")
    }

    @Test("A hostile path of any length and nesting costs no more than its length") func hostile() {
        for piece in ["/", "/a", "/a/new", "/..", "/%2e%2e", "/{id}", "/{key...}"] {
            let path = String(repeating: piece, count: 20_000)
            #expect(Self.found(.get, "/a" + path).hasPrefix("nothing"), "\(piece)")
            #expect(Self.found(.get, "/files" + path) == "/files/{key...}", "\(piece)")
        }
    }
}

extension String {
    fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}
