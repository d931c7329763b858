// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc
import WindowboxMedia

/// The event loop of ``CurlThread``. It is created on that thread and never leaves it, and so do pools and running transfers.
final class CurlDriver {
    private let thread: CurlThread
    private let library = CurlLibrary.loaded
    private let descriptors: CurlDescriptors
    private var pools: [ObjectIdentifier: CurlPool] = [:]
    /// Numbers name the pool of a socket in the events; 0 is the bell.
    private var numbered: [UInt32: CurlPool] = [:]
    private var lastNumber: UInt32 = 0
    private var running: [ObjectIdentifier: CurlPool] = [:]

    init(_ thread: CurlThread, _ descriptors: CurlDescriptors) {
        self.thread = thread
        self.descriptors = descriptors
    }

    func run() -> Never {
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while true {
            for command in thread.takeCommands() { handle(command) }
            let now = Instant.monotonic
            for pool in pools.values { pool.advance(at: now) }
            let count = epoll_wait(descriptors.poll, &events, CInt(events.count), timeout(at: .monotonic))
            for event in events.prefix(max(0, Int(count))) {
                let number = UInt32(truncatingIfNeeded: event.data.u64 >> 32)
                if number == 0 {
                    var value: eventfd_t = 0
                    eventfd_read(descriptors.wakeEvent, &value)
                } else {
                    numbered[number]?.act(on: CInt(truncatingIfNeeded: event.data.u64), event.events)
                }
            }
        }
    }

    /// Milliseconds until something is due; -1 for nothing.
    private func timeout(at now: Instant) -> CInt {
        guard let next = pools.values.compactMap(\.nextWake).min() else { return -1 }
        // Rounded up, so that nothing is looked at just before it is due.
        return CInt(clamping: max(0, (next.nanoseconds - now.nanoseconds + 999_999) / 1_000_000))
    }

    private func handle(_ command: CurlThread.Command) {
        switch command {
        case .start(let transfer, let message, let connections):
            guard !transfer.hasEnded else { return }
            do throws(TransportError) {
                let pool = try pool(of: connections, url: transfer.url)
                try pool.start(transfer, message)
                running[ObjectIdentifier(transfer)] = pool
            } catch {
                transfer.finished(.failure(error))
            }
        case .check(let transfer): running[ObjectIdentifier(transfer)]?.check(at: transfer)
        case .close(let connections):
            guard let pool = pools.removeValue(forKey: connections) else { return }
            numbered[pool.number] = nil
            pool.close()
        }
    }

    private func pool(of connections: HTTPConnections, url: String) throws(TransportError) -> CurlPool {
        if let pool = pools[ObjectIdentifier(connections)] { return pool }
        switch library {
        case .failure(let missing):
            throw TransportError(
                .connection, url: url, message: "\(missing.name) was not found; it is needed for HTTP. Install libcurl4.")
        case .success(let library):
            lastNumber += 1
            let pool = CurlPool(connections, library: library, poll: descriptors.poll, number: lastNumber)
            pool.onRemoval = { [unowned self] in running[ObjectIdentifier($0)] = nil }
            pools[ObjectIdentifier(connections)] = pool
            numbered[lastNumber] = pool
            return pool
        }
    }
}
