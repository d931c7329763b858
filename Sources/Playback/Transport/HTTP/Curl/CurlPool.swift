// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc
import WindowboxMedia

/// The connections of one transport, and the transfers on them: a multi handle of libcurl.
///
/// A connection carries one transfer at a time, in HTTP/2, too. Streams that share a connection would wait for each other: the libcurl of
/// Debian 12 stops reading from the whole connection if the reader of one stream is slow.
final class CurlPool {
    let number: UInt32
    /// Called with each transfer that no longer runs.
    var onRemoval: (HTTPTransfer) -> Void = { _ in }
    var sockets = CurlSockets()

    private let library: CurlLibrary
    private let settings: CurlSettings
    private let keepAlive: Double
    private let perHost: Int
    private let poll: CInt
    /// nil while there are no connections.
    private var multi: UnsafeMutableRawPointer?
    private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
    /// Those with new bytes for their readers.
    private var touched: [CurlTransfer] = []
    private var watched: Set<CInt> = []
    /// When libcurl wants to be called.
    private var timer: Instant?
    private var idleSince: Instant?

    init(_ connections: HTTPConnections, library: CurlLibrary, poll: CInt, number: UInt32) {
        self.library = library
        self.poll = poll
        self.number = number
        keepAlive = max(0, connections.keepAlive)
        perHost = connections.perHost
        settings = CurlSettings(connections)
    }

    /// - Parameter isResent: whether it is sent for the second time, so that it needs a new connection.
    func start(_ transfer: HTTPTransfer, _ message: HTTPMessage, isResent: Bool = false) throws(TransportError) {
        guard let multi = multi ?? makeMulti(),
            let running = CurlTransfer(transfer, message, isResent: isResent, settings: settings, library: library, pool: self)
        else { throw TransportError(.connection, url: transfer.url, message: "There is not enough memory for the request.") }
        transfers[ObjectIdentifier(transfer)] = running
        idleSince = nil
        windowbox_multi_add(library.functions, multi, running.easy)
    }

    private func makeMulti() -> UnsafeMutableRawPointer? {
        multi = windowbox_multi_init(library.functions)
        guard let multi else { return nil }
        let context = Unmanaged.passUnretained(self).toOpaque()
        windowbox_multi_set_callbacks(
            library.functions, multi,
            { _, socket, interest, context, _ in
                Unmanaged<CurlPool>.fromOpaque(context!).takeUnretainedValue().watch(socket, interest)
                return 0
            },
            { _, milliseconds, context in
                let pool = Unmanaged<CurlPool>.fromOpaque(context!).takeUnretainedValue()
                pool.timer = milliseconds < 0 ? nil : .monotonic + Double(milliseconds) / 1000
                return 0
            }, context)
        windowbox_multi_set_long(library.functions, multi, CURLMOPT_MAX_HOST_CONNECTIONS, perHost)
        windowbox_multi_set_long(library.functions, multi, CURLMOPT_MAXCONNECTS, 64)
        windowbox_multi_set_long(library.functions, multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
        return multi
    }

    private func watch(_ socket: CInt, _ interest: CInt) {
        var event = epoll_event()
        event.data.u64 = UInt64(number) << 32 | UInt64(UInt32(bitPattern: socket))
        if interest & CURL_POLL_IN != 0 { event.events |= EPOLLIN.rawValue }
        if interest & CURL_POLL_OUT != 0 { event.events |= EPOLLOUT.rawValue }
        if interest == CURL_POLL_REMOVE {
            watched.remove(socket)
            epoll_ctl(poll, EPOLL_CTL_DEL, socket, nil)
        } else {
            let isNew = watched.insert(socket).inserted
            epoll_ctl(poll, isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, &event)
        }
    }

    /// A socket is ready.
    func act(on socket: CInt, _ events: UInt32) {
        guard watched.contains(socket) else { return }
        var bits: CInt = 0
        if events & (EPOLLIN.rawValue | EPOLLHUP.rawValue) != 0 { bits |= CURL_CSELECT_IN }
        if events & EPOLLOUT.rawValue != 0 { bits |= CURL_CSELECT_OUT }
        if events & EPOLLERR.rawValue != 0 { bits |= CURL_CSELECT_ERR }
        run(socket, bits)
    }

    /// Does what is due.
    func advance(at now: Instant) {
        if let due = timer, due <= now {
            timer = nil
            run(-1, 0)
        }
        for running in transfers.values where running.nextCheck <= now {
            if let next = running.transfer.check(at: now) { running.nextCheck = next } else { remove(running) }
        }
        if transfers.isEmpty, multi != nil {
            let since = idleSince ?? now
            idleSince = since
            if since + keepAlive <= now { closeConnections() }
        }
    }

    var nextWake: Instant? {
        let checks = transfers.values.map(\.nextCheck)
        return (checks + [timer, idleSince.map { $0 + keepAlive }].compactMap { $0 }).min()
    }

    private func run(_ socket: CInt, _ events: CInt) {
        guard let multi else { return }
        windowbox_multi_act(library.functions, multi, socket, events)
        deliver()
        while let message = windowbox_multi_message(library.functions, multi) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            let running = CurlTransfer.of(windowbox_easy_pointer(library.functions, easy, CURLINFO_PRIVATE))
            let code = message.pointee.data.result
            if !running.transfer.hasEnded, running.isToBeResent(after: code) {
                resend(running)
            } else {
                running.transfer.finished(running.result(code))
                remove(running)
            }
        }
    }

    private func resend(_ running: CurlTransfer) {
        detach(running)
        do throws(TransportError) { try start(running.transfer, running.message, isResent: true) } catch {
            running.transfer.finished(.failure(error))
            onRemoval(running.transfer)
        }
    }

    func touch(_ running: CurlTransfer) { touched.append(running) }

    private func deliver() {
        while let running = touched.popLast() {
            running.isTouched = false
            if running.transfer.deliver() { running.resume() }
        }
    }

    /// Removes a transfer that has ended; lets any other continue.
    func check(at transfer: HTTPTransfer) {
        guard let running = transfers[ObjectIdentifier(transfer)] else { return }
        if transfer.hasEnded { return remove(running) }
        running.resume()
        deliver()
    }

    private func remove(_ running: CurlTransfer) {
        detach(running)
        onRemoval(running.transfer)
    }

    private func detach(_ running: CurlTransfer) {
        transfers[ObjectIdentifier(running.transfer)] = nil
        if let multi { windowbox_multi_remove(library.functions, multi, running.easy) }
        running.close()
    }

    /// Ends all transfers and connections.
    func close() {
        for running in transfers.values {
            running.transfer.finished(.failure(.cancelled(running.transfer.url)))
            remove(running)
        }
        closeConnections()
    }

    private func closeConnections() {
        if let multi { windowbox_multi_cleanup(library.functions, multi) }
        multi = nil
        timer = nil
        idleSince = nil
    }
}
