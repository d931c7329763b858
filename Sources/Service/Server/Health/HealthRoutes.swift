// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxInsertion

/// Tells how the service is.
struct HealthRoutes: RouteGroup {
    let service: VideoService

    var endpoints: [Endpoint] {
        [
            Endpoint("health", health).limited(by: .none),
            Endpoint("readiness", readiness).limited(by: .none),
            Endpoint("metrics", metrics).limited(by: .none),
        ]
    }

    private func health(_ call: Call) {}

    private func readiness(_ call: Call) async throws {
        guard await service.catalogue.isReady() else { throw APIError(.unavailable, "The database does not answer.") }
        guard let folder = service.settings.mediaFolder else { return }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw APIError(.unavailable, "The media are not there.")
        }
    }

    private func metrics(_ call: Call) throws -> Answer {
        // What is counted is nobody else's business; who may not read it doesn't learn that it is there.
        guard let address = call.origin.address, service.settings.metricsReaders.contains(where: { $0.contains(address) }) else {
            throw APIError(.notFound, "There is nothing here. GET /openapi.json tells what there is.")
        }
        return Answer("text/plain; version=0.0.4; charset=utf-8", text: service.metrics.text + (service.insertion?.metrics ?? ""))
    }
}

/// Tells what can be asked.
struct DocumentRoutes: RouteGroup {
    /// All other routes that are answered.
    let described: [APIRoute]

    var endpoints: [Endpoint] {
        guard let own = APIRoute.named("openAPI") else { return [] }
        let document = OpenAPIDocument.make(version: ServiceVersion.text, routes: described + [own])
        return [Endpoint("openAPI") { (_: Call) in document }.withEntityTag()]
    }
}

public enum ServiceVersion {
    public static let text = "0.1.0"
}
