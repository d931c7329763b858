// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming
public import WindowboxTransport

/// Keys that the application gets in a way of its own, such as from a licence server.
///
/// Whatever goes wrong reaches the player as an error of the key, with its cause; a wait that is cancelled ends at once.
public final class CallbackKeyProvider: KeyProvider {
    public typealias Ask = @Sendable (KeyRequest) async throws -> [UInt8]

    private let keyFormat: String
    private let ask: Ask

    /// - Parameter keyFormat: the keys that are asked for, as KEYFORMAT names them (RFC 8216bis 4.4.4.4).
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
