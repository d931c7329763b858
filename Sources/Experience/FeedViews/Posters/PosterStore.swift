// SPDX-License-Identifier: Apache-2.0

public import WindowboxGTK
public import WindowboxMedia
import WindowboxTransport

/// The posters of feeds: fetched a few at a time, decoded off the main thread at display size, and cached with a memory limit.
@MainActor public final class PosterStore {
    /// Limits of memory and of simultaneous work.
    public struct Settings: Hashable, Sendable {
        /// Bytes of decoded posters to keep.
        public var capacity = 48 << 20
        /// Maximum number of concurrent fetches, at least 1.
        public var maxLoads = 4
        /// Maximum file size in bytes; larger files are not shown.
        public var maxBytes = 8 << 20

        public init() {}
    }

    /// A pending request for a poster, cancelled when released.
    @MainActor public final class Request {
        fileprivate let name: Name
        fileprivate let number: Int
        private weak var store: PosterStore?

        fileprivate init(_ name: Name, _ number: Int, _ store: PosterStore) { (self.name, self.number, self.store) = (name, number, store) }

        isolated deinit { store?.forget(self) }
    }

    fileprivate struct Name: Hashable {
        var address: String
        var size: PixelSize
    }

    private let transport: any Transport
    private let settings: Settings
    private var queue: PosterQueue<Name>
    private var cache: PosterCache<Name, any Picture>
    private var waiting: [Name: [Int: @MainActor ((any Picture)?) -> Void]] = [:]
    private var loads: [Name: Task<Void, Never>] = [:]
    /// Failed URLs, not retried in this run or until the set grows too large.
    private var broken: Set<String> = []
    private var lastNumber = 0
    /// The number of fetches, successful or not.
    public private(set) var fetches = 0

    init(_ transport: any Transport, settings: Settings = Settings()) {
        self.transport = transport
        self.settings = settings
        queue = PosterQueue(maxActive: settings.maxLoads)
        cache = PosterCache(capacity: settings.capacity)
    }

    /// Bytes of cached posters.
    public var bytes: Int { cache.bytes }

    /// - Parameters:
    ///   - address: URL of the file.
    ///   - size: area to cover, in device pixels.
    ///   - handler: called immediately or later; receives nil if the poster can't be loaded.
    /// - Returns: nil if the handler has already been called.
    public func request(_ address: String, covering size: PixelSize, _ handler: @escaping @MainActor ((any Picture)?) -> Void) -> Request? {
        let name = Name(address: address, size: Self.step(size))
        if let picture = cache.value(name) {
            handler(picture)
            return nil
        }
        guard !broken.contains(address) else {
            handler(nil)
            return nil
        }
        lastNumber += 1
        waiting[name, default: [:]][lastNumber] = handler
        let request = Request(name, lastNumber, self)
        perform(queue.request(name))
        return request
    }

    /// Rounds sizes up to a few steps, so that a slightly larger request doesn't cause another fetch.
    private static func step(_ size: PixelSize) -> PixelSize {
        func up(_ length: Int) -> Int { max(64, (min(length, 4096) + 63) / 64 * 64) }
        return PixelSize(width: up(size.width), height: up(size.height))
    }

    private func forget(_ request: Request) {
        guard waiting[request.name]?.removeValue(forKey: request.number) != nil else { return }
        if waiting[request.name]?.isEmpty == true { waiting[request.name] = nil }
        perform(queue.forget(request.name))
    }

    private func perform(_ actions: [PosterQueue<Name>.Action]) {
        for action in actions {
            switch action {
            case .load(let name): load(name)
            case .cancel(let name): loads.removeValue(forKey: name)?.cancel()
            }
        }
    }

    private func load(_ name: Name) {
        fetches += 1
        loads[name] = Task { [weak self, transport, settings] in
            let request = TransportRequest(url: name.address, maximumBytes: settings.maxBytes)
            let file = try? await transport.bytes(of: request)
            var picture: (any Picture)?
            if let file, !Task.isCancelled { picture = await ImageFile.poster(of: file, covering: name.size) }
            if !Task.isCancelled { self?.ended(name, picture) }
        }
    }

    private func ended(_ name: Name, _ picture: (any Picture)?) {
        loads[name] = nil
        if let picture {
            let bytes = (picture as? PictureLoop)?.bytes ?? picture.stride * picture.size.height
            cache.keep(picture, bytes: bytes, as: name)
        } else {
            if broken.count >= 1000 { broken = [] }
            broken.insert(name.address)
        }
        let handlers = waiting.removeValue(forKey: name) ?? [:]
        perform(queue.ended(name))
        for handler in handlers.values { handler(picture) }
    }
}
