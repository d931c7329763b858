// SPDX-License-Identifier: Apache-2.0

public import WindowboxTransport

/// Fetches images on demand, shares concurrent fetches and keeps the most recently used images.
@MainActor public final class ImageStore {
    private struct Entry {
        var bytes: [UInt8]
        var used: Int
    }

    private struct Fetch {
        let task: Task<[UInt8]?, Never>
        /// Number of callers waiting for it.
        var waiters = 0
    }

    private let transport: any Transport
    private let capacity: Int
    private let largest: Int
    private var entries: [String: Entry] = [:]
    private var fetches: [String: Fetch] = [:]
    private var uses = 0

    /// - Parameters:
    ///   - capacity: size of the cache in bytes.
    ///   - largest: maximum size of one image in bytes; a larger one is not loaded completely.
    public init(_ transport: any Transport = RoutingTransport.secure(), capacity: Int = 32 << 20, largest: Int = 16 << 20) {
        self.transport = transport
        self.capacity = capacity
        self.largest = largest
    }

    isolated deinit { for fetch in fetches.values { fetch.task.cancel() } }

    /// The file of an image; nil if there is none or it can't be loaded. A failed fetch is retried at the next call. A fetch is cancelled
    /// once no caller waits for it.
    /// - Parameter isConstrained: prefer the smaller image to save data.
    public func bytes(of source: ImageSource, isConstrained: Bool = false) async -> [UInt8]? {
        if case .data(let bytes) = source { return bytes }
        guard let address = source.address(isConstrained: isConstrained) else { return nil }
        if let kept = keptBytes(of: address) { return kept }
        let task = fetches[address]?.task ?? fetch(address)
        fetches[address, default: Fetch(task: task)].waiters += 1
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            Task { @MainActor in leave(address, task) }
        }
    }

    private func fetch(_ address: String) -> Task<[UInt8]?, Never> {
        let request = TransportRequest(url: address, maximumBytes: largest)
        return Task { [weak self, transport] in
            let bytes = try? await transport.bytes(of: request)
            guard !Task.isCancelled else { return nil }
            self?.fetches[address] = nil
            if let bytes { self?.keep(bytes, of: address) }
            return bytes
        }
    }

    private func leave(_ address: String, _ task: Task<[UInt8]?, Never>) {
        guard var fetch = fetches[address], fetch.task == task else { return }
        fetch.waiters -= 1
        fetches[address] = fetch.waiters > 0 ? fetch : nil
        if fetch.waiters == 0 { task.cancel() }
    }

    private func keptBytes(of address: String) -> [UInt8]? {
        guard let entry = entries[address] else { return nil }
        uses += 1
        entries[address]?.used = uses
        return entry.bytes
    }

    private func keep(_ bytes: [UInt8], of address: String) {
        uses += 1
        entries[address] = Entry(bytes: bytes, used: uses)
        var size = entries.values.reduce(0) { $0 + $1.bytes.count }
        while size > capacity, entries.count > 1, let oldest = entries.min(by: { $0.value.used < $1.value.used }) {
            size -= oldest.value.bytes.count
            entries[oldest.key] = nil
        }
    }
}
