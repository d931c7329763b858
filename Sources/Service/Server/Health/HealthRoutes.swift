// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxInsertion

/// Reports liveness, readiness and metrics.
struct HealthRoutes: RouteGroup {
    let service: VideoService

    var endpoints: [Endpoint] {
        [
            Endpoint("health", health).limited(by: .none),
            Endpoint("readiness", readiness).limited(by: .none),
            Endpoint("metrics", metrics).limited(by: .none),
        ].map { $0.sameOrigin() }
    }

    private func health(_ call: RequestContext) {}

    private func readiness(_ call: RequestContext) async throws {
        // Load balancers stop sending requests.
        guard !service.ending.hasBegun else { throw APIError(.unavailable, "The service is shutting down.") }
        if let fault = await service.readiness.fault(at: call.now) { throw APIError(.unavailable, fault) }
    }

    private func metrics(_ call: RequestContext) throws -> Response {
        // Metrics are private. Other callers get 404, so that they don't learn that metrics exist.
        guard let address = call.origin.address, service.settings.metricsReaders.contains(where: { $0.contains(address) }) else {
            throw APIError(.notFound, "Nothing exists at this address. GET \(APIRoute.path("openAPI")) lists all routes.")
        }
        return Response("text/plain; version=0.0.4; charset=utf-8", text: service.metrics.text + (service.insertion?.metrics ?? ""))
    }
}

/// Serves the OpenAPI document.
struct DocumentRoutes: RouteGroup {
    /// All other routes.
    let described: [APIRoute]

    var endpoints: [Endpoint] {
        guard let own = APIRoute.named("openAPI") else { return [] }
        let document = OpenAPIDocument.make(version: ServiceVersion.text, routes: described + [own])
        return [Endpoint("openAPI") { (_: RequestContext) in document }.withEntityTag().packed()]
    }
}

public enum ServiceVersion {
    public static let text = "0.1.0"
}
