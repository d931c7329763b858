// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming
public import WindowboxTransport

/// Provides keys through a callback of the application, such as from a licence server.
///
/// Any failure reaches the player as a key error with its cause; a cancelled wait ends at once.
public final class CallbackKeyProvider: KeyProvider {
    /// Returns the key for a request, in bytes. Called off the main actor; whatever it throws becomes the cause of a key error.
    public typealias Ask = @Sendable (KeyRequest) async throws -> [UInt8]

    private let keyFormat: String
    private let ask: Ask

    /// - Parameter keyFormat: the supported KEYFORMAT (RFC 8216bis 4.4.4.4).
    public init(keyFormat: String, ask: @escaping Ask) {
        self.keyFormat = keyFormat
        self.ask = ask
    }

    public func handles(_ encryption: SegmentEncryption) -> Bool { encryption.keyFormat == keyFormat }

    public func key(for request: KeyRequest) async throws(TransportError) -> [UInt8] {
        do {
            return try await ask(request)
        } catch let error as TransportError where error.cause == .key || error.cause == .cancelled {
            throw error
        } catch {
            throw TransportError(
                Task.isCancelled ? .cancelled : .key, url: request.encryption.keyURL,
                message: "The application could not get the key: \(error).")
        }
    }
}
