// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// The body of a renderer's NOTIFY request.
struct EventNote: Sendable {
    /// The ID that the renderer gave the subscription.
    var subscription: String
    var body: [UInt8]
}

/// An HTTP/1.1 server for renderers, on the single interface that reaches them.
///
/// Its paths can't be guessed, and it serves only what is being cast.
final class MediaServer: Sendable {
    private let listener: any Channel
    private let offers = Mutex<[String: ServedMedia]>([:])
    private let notes = Mutex<[String: AsyncStream<EventNote>.Continuation]>([:])
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])
    /// Base URL, such as `http://192.168.1.7:40123`.
    let address: String

    /// - Parameter host: the address of an interface of this machine.
    static func start(on host: String) async throws(CastingError) -> MediaServer {
        do { return try await MediaServer(host) } catch {
            throw CastingError(.network, "The device can't be served from this computer's address \(host): \(error). Check its network.")
        }
    }

    private init(_ host: String) async throws {
        let box = Reference()
        listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
                    try channel.pipeline.syncOperations.addHandler(MediaConnection { box.server })
                    box.server?.add(channel)
                }
            }
            .bind(host: host, port: 0).get()
        let port = listener.localAddress?.port ?? 0
        address = host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
        box.server = self
    }

    deinit { stop() }

    /// - Returns: the URL of the media, valid until ``withdrawAll()``.
    func offer(_ media: ServedMedia) -> String {
        let name = Self.secret() + "/" + media.name
        offers.withLock { $0[name] = media }
        return address + name
    }

    /// - Returns: the callback URL for a renderer's events, and the events.
    func expectEvents() -> (callback: String, notes: AsyncStream<EventNote>) {
        // If a renderer floods it, only the newest events are kept.
        let (stream, continuation) = AsyncStream.makeStream(of: EventNote.self, bufferingPolicy: .bufferingNewest(64))
        let name = Self.secret() + "/events"
        notes.withLock { $0[name] = continuation }
        continuation.onTermination = { [weak self] _ in self?.notes.withLock { $0[name] = nil } }
        return (address + name, stream)
    }

    /// - Returns: false if no events are expected there.
    func receive(_ note: EventNote, at path: String) -> Bool {
        guard let continuation = notes.withLock({ $0[path] }) else { return false }
        continuation.yield(note)
        return true
    }

    private static func secret() -> String {
        var generator = SystemRandomNumberGenerator()
        return "/" + String(generator.next(), radix: 36) + String(generator.next(), radix: 36)
    }

    func withdrawAll() { offers.withLock { $0 = [:] } }

    func media(at path: String) -> ServedMedia? { offers.withLock { $0[path] } }

    func stop() {
        listener.close(promise: nil)
        for note in notes.withLock({ $0.values.map { $0 } }) { note.finish() }
        for channel in channels.withLock({ $0.values.map { $0 } }) { channel.close(promise: nil) }
    }

    private func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels.withLock { $0[id] = channel }
        channel.closeFuture.whenComplete { [weak self] _ in self?.channels.withLock { $0[id] = nil } }
    }

    /// Refers to the server, which is created after the listener.
    private final class Reference: Sendable {
        struct Weak: Sendable { weak var server: MediaServer? }
        private let held = Mutex(Weak())
        var server: MediaServer? {
            get { held.withLock { $0.server } }
            set { held.withLock { $0.server = newValue } }
        }
    }
}
