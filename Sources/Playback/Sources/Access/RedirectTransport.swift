// SPDX-License-Identifier: Apache-2.0

public import WindowboxTransport

/// Leads requests elsewhere: to an address that has to be found out first, such as one with a signature.
public final class RedirectTransport: Transport {
    /// Where a request is to go instead; nil leaves it as it is.
    public typealias Destination = @Sendable (TransportRequest) async throws -> String?

    private let base: any Transport
    private let destination: Destination

    /// - Parameters:
    ///   - base: brings the bytes.
    ///   - destination: an error of it ends the load, and reaches the player as its cause.
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
            let message = "Where to load it from could not be found out: \(error)."
            throw TransportError(Task.isCancelled ? .cancelled : .refused, url: request.url, message: message)
        }
        return try await base.open(request)
    }
}
