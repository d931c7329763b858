// SPDX-License-Identifier: Apache-2.0

/// The OpenAPI 3.1 document of the API, generated from its routes and types.
public enum OpenAPIDocument {
    /// - Parameter version: The service's version.
    public static func make(version: String, routes: [APIRoute] = APIRoute.all) -> JSONValue {
        var recorder = SchemaRecorder()
        let error = recorder.schema(of: APIError.self)
        var paths: [String: [String: JSONValue]] = [:]
        for route in routes { paths[route.path, default: [:]][route.method.rawValue] = operation(route, error: error, by: &recorder) }
        return [
            "openapi": "3.1.0",
            "info": ["title": "Windowbox", "version": .string(version), "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"]],
            "paths": .object(paths.mapValues(JSONValue.object)),
            "components": [
                "schemas": .object(recorder.components),
                "securitySchemes": [
                    "guest": ["type": "http", "scheme": "bearer"],
                    "admin": [
                        "type": "oauth2",
                        "flows": ["clientCredentials": ["tokenUrl": "/oauth/token", "scopes": .object(scopes(of: routes))]],
                    ],
                ],
            ],
        ]
    }

    private static func scopes(of routes: [APIRoute]) -> [String: JSONValue] {
        var scopes: [String: JSONValue] = [:]
        for route in routes {
            if case .admin(let scope) = route.access { scopes[scope] = .string(scope.replacing(":", with: ": ")) }
        }
        return scopes
    }

    private static func operation(_ route: APIRoute, error: JSONValue, by recorder: inout SchemaRecorder) -> JSONValue {
        var operation: [String: JSONValue] = [
            "operationId": .string(route.operationID), "summary": .string(route.summary),
            "responses": .object(responses(of: route, error: error, by: &recorder)),
        ]
        switch route.access {
        case .everyone: operation["security"] = []
        case .guest: operation["security"] = [["guest": []]]
        case .admin(let scope): operation["security"] = [["admin": [.string(scope)]]]
        }
        let parameters = parameters(of: route, by: &recorder)
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        if let content = content(of: route.request, by: &recorder) {
            let other = Self.content(of: route.otherRequest, by: &recorder)?.members ?? [:]
            let all = (content.members ?? [:]).merging(other) { first, _ in first }
            operation["requestBody"] = ["required": true, "content": .object(all)]
        }
        return .object(operation)
    }

    private static func parameters(of route: APIRoute, by recorder: inout SchemaRecorder) -> [JSONValue] {
        let inPath = route.parameters.map { name -> JSONValue in
            let schema: JSONValue =
                APIRoute.isIdentifier(name)
                ? ["type": "string", "pattern": .string(OpaqueID.pattern)] : ["type": "string", "minLength": 1]
            return ["name": .string(name), "in": "path", "required": true, "schema": schema]
        }
        let inQuery = route.query.map { query -> JSONValue in
            [
                "name": .string(query.name), "in": "query", "required": .bool(query.isRequired), "description": .string(query.summary),
                "schema": recorder.schema(of: query.type),
            ]
        }
        var inHeader: [JSONValue] = []
        if route.method == .post, route.access != .everyone {
            let key: JSONValue = ["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"]
            inHeader = [["name": "Idempotency-Key", "in": "header", "required": false, "schema": key]]
        }
        if route.isConditional {
            inHeader.append(
                [
                    "name": "If-Match", "in": "header", "required": false, "schema": ["type": "string"],
                    "description": "The ETag of the state to change; if the current state has another, nothing is changed.",
                ])
        }
        return inPath + inQuery + inHeader
    }

    private static func responses(of route: APIRoute, error: JSONValue, by recorder: inout SchemaRecorder) -> [String: JSONValue] {
        var success: [String: JSONValue] = ["description": .string(route.summary)]
        if let content = content(of: route.response, by: &recorder) { success["content"] = content }
        if route.hasEntityTag {
            success["headers"] = ["ETag": ["description": "Identifies this state, for If-Match.", "schema": ["type": "string"]]]
        }
        var responses = [String(route.status): JSONValue.object(success)]
        if let status = route.otherStatus, let content = content(of: route.otherResponse, by: &recorder) {
            responses[String(status)] = ["description": .string(route.summary), "content": content]
        }
        for (status, codes) in Dictionary(grouping: route.errors, by: \.status) {
            var answer: [String: JSONValue] = [
                "description": .string(codes.map(\.rawValue).joined(separator: ", ")), "content": ["application/json": ["schema": error]],
            ]
            if status == 429 { answer["headers"] = ["Retry-After": ["description": "Seconds.", "schema": ["type": "integer"]]] }
            responses[String(status)] = .object(answer)
        }
        return responses
    }

    private static func content(of body: APIRoute.Body, by recorder: inout SchemaRecorder) -> JSONValue? {
        switch (body.form, body.type) {
        case (.nothing, _): nil
        case (.json, let type?): ["application/json": ["schema": recorder.schema(of: type)]]
        case (.partial, let type?): ["application/json": ["schema": recorder.partialSchema(of: type)]]
        case (.raw(let mediaType), let type?): .object([mediaType: ["schema": recorder.schema(of: type)]])
        case (.raw(let mediaType), nil): .object([mediaType: [:]])
        default: nil
        }
    }
}
