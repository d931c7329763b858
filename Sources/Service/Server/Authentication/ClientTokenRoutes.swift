// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract

/// Issues tokens to programs that manage a business (client credentials grant, RFC 6749 4.4).
struct ClientTokenRoutes: RouteGroup {
    let catalogue: Catalogue
    let tokenSigner: TokenSigner
    /// Token lifetime in seconds.
    let lifetime: Int
    let failures: SignInFailures

    var endpoints: [Endpoint] { [Endpoint("adminToken", token).limited(by: .authentication).taking(upTo: 8192)] }

    private func token(_ call: RequestContext, _ body: RawBody) async throws -> AdminToken {
        guard let form = QueryValues(encoded: String(decoding: body.bytes, as: UTF8.self)) else {
            throw APIError(.invalidField, "The body is not a form.")
        }
        guard form["grant_type"] == "client_credentials" else {
            throw APIError(.invalidField, "It must be client_credentials.", field: "grant_type")
        }
        let (id, secret) = credentials(call, form) ?? ("", "")
        let found = OpaqueID.isWellFormed(id) ? try await catalogue.resources.find(ClientProgram.self, id: id) : nil
        guard let client = found, client.has(secret: secret) else {
            try await failures.record(of: String(id.prefix(64)), found.map { .client($0) }, path: call.target.path, at: call.now)
            throw APIError(.invalidClient, "The client id or the secret is wrong.")
        }
        let asked = form["scope"].map { $0.split(separator: " ").map(String.init) } ?? client.scopes
        let has = Administrator(clientID: client.id, businessID: client.businessID, scopes: Set(client.scopes))
        if let missing = asked.first(where: { !has.has($0) }) {
            throw APIError(.insufficientScope, "This client does not have the scope \(missing.prefix(64)).", field: "scope")
        }
        let until = Int(call.now.timeIntervalSince1970) + lifetime
        let claim = AdministratorClaim(client: client.id, business: client.businessID, scopes: asked, until: until)
        return AdminToken(
            accessToken: try tokenSigner.sign(claim, for: .administrator), expiresIn: lifetime, scope: asked.joined(separator: " "))
    }

    /// From the form, or from `Authorization: Basic …` (RFC 6749 2.3.1).
    private func credentials(_ call: RequestContext, _ form: QueryValues) -> (String, String)? {
        if let id = form["client_id"], let secret = form["client_secret"] { return (id, secret) }
        guard let field = call.fields[.authorization], field.utf8.count <= 1024 else { return nil }
        let words = field.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "basic", let data = Data(base64Encoded: String(words[1])) else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let id = FormText.decoded(parts[0]), let secret = FormText.decoded(parts[1]) else { return nil }
        return (id, secret)
    }
}
