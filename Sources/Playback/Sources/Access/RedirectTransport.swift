// SPDX-License-Identifier: Apache-2.0

public import WindowboxTransport

/// Redirects requests to URLs that have to be determined first, such as signed ones.
public final class RedirectTransport: Transport {
    /// Returns the new URL of a request; nil leaves it unchanged.
    public typealias Destination = @Sendable (TransportRequest) async throws -> String?

    private let base: any Transport
    private let destination: Destination

    /// - Parameters:
    ///   - base: loads the bytes.
    ///   - destination: an error that it throws ends the load, and reaches the player as the cause.
    public init(_ base: any Transport = RoutingTransport.secure(), destination: @escaping Destination) {
        self.base = base
        self.destination = destination
    }

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var request = request
        do {
            if let url = try await destination(request) { request.url = url }
        } catch let error as TransportError {
            throw error
        } catch {
            let message = "The URL to load from could not be determined: \(error)."
            throw TransportError(Task.isCancelled ? .cancelled : .refused, url: request.url, message: message)
        }
        return try await base.open(request)
    }
}
