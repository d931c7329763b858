// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc
import WindowboxMedia

/// A running transfer: an easy handle of libcurl and what its callbacks need.
final class CurlTransfer {
    let easy: UnsafeMutableRawPointer
    let transfer: HTTPTransfer
    var nextCheck = Instant(nanoseconds: .min)
    /// Whether the pool will deliver the bytes received.
    var isTouched = false

    let message: HTTPMessage
    private var attempt: Attempt
    private let library: CurlLibrary
    private unowned let pool: CurlPool
    private var parser = HTTPHeadParser()
    private var head: HTTPHead?
    private var unsent: ArraySlice<UInt8>
    /// Why a callback has stopped the transfer.
    private var failure: TransportError?
    private var decoded = 0
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let errorText: UnsafeMutablePointer<CChar>

    /// What is known of one attempt to send the request.
    private struct Attempt {
        let isSecond: Bool
        /// Nothing was sent because the connection was unusable.
        var isUnsent = false
        /// The error number if the system refused a socket; otherwise 0.
        var socketError: CInt = 0
    }

    /// Limits how much larger a body may become by decompression.
    private static let maximumRatio = 200

    init?(
        _ transfer: HTTPTransfer, _ message: HTTPMessage, isResent: Bool, settings: CurlSettings, library: CurlLibrary, pool: CurlPool
    ) {
        guard let easy = windowbox_easy_init(library.functions) else { return nil }
        self.easy = easy
        self.transfer = transfer
        self.message = message
        attempt = Attempt(isSecond: isResent)
        self.library = library
        self.pool = pool
        unsent = (message.payload ?? [])[...]
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        setConnection(settings)
        setRequest()
        setCallbacks()
    }

    /// Call once, after the handle was removed from its pool.
    func close() {
        windowbox_easy_cleanup(library.functions, easy)
        for list in lists { windowbox_list_free(library.functions, list) }
        errorText.deallocate()
    }

    /// Resumes a paused transfer. Bytes that libcurl has buffered arrive during this call.
    func resume() { windowbox_easy_pause(library.functions, easy, 0) }

    private func set(_ option: CURLoption, _ value: Int) { windowbox_easy_set_long(library.functions, easy, option, value) }
    private func set(_ option: CURLoption, _ text: String?) { windowbox_easy_set_text(library.functions, easy, option, text) }

    private func setConnection(_ settings: CurlSettings) {
        set(CURLOPT_NOSIGNAL, 1)
        // Otherwise, removing a transfer would wait for its name lookup.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_CONNECTTIMEOUT, 30)
        set(CURLOPT_MAXAGE_CONN, settings.keepAlive)
        // libcurl itself repeats any request without a body if a used connection closes.
        if attempt.isSecond || !message.isIdempotent && unsent.isEmpty { set(CURLOPT_FRESH_CONNECT, 1) }
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        setAuthorities(settings.authorities)
        // Empty texts switch off the environment's.
        set(CURLOPT_NOPROXY, "")
        set(CURLOPT_PROXY, "")
        guard let proxy = message.proxy else { return }
        set(CURLOPT_PROXY, proxy.host.contains(":") ? "[\(proxy.host)]" : proxy.host)
        set(CURLOPT_PROXYPORT, proxy.port)
        switch proxy.kind {
        case .http:
            set(CURLOPT_PROXYTYPE, Int(CURLPROXY_HTTP.rawValue))
            set(CURLOPT_HTTPPROXYTUNNEL, 1)
            set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            guard let user = proxy.user else { return }
            set(CURLOPT_PROXYAUTH, 1)
            set(CURLOPT_PROXYUSERNAME, user)
            set(CURLOPT_PROXYPASSWORD, proxy.password ?? "")
        case .socks5: set(CURLOPT_PROXYTYPE, Int(CURLPROXY_SOCKS5_HOSTNAME.rawValue))
        }
    }

    private func setAuthorities(_ authorities: CurlSettings.Authorities) {
        switch authorities {
        case .folder(let folder, let file):
            set(CURLOPT_CAPATH, folder)
            set(CURLOPT_CAINFO, file)
        case .builtIn:
            // libcurl keeps parsed certificates only if they come from a file alone.
            set(CURLOPT_CAPATH, nil)
        case .file(let file):
            set(CURLOPT_CAPATH, nil)
            set(CURLOPT_CAINFO, file)
        case .bytes(let bytes):
            set(CURLOPT_CAPATH, nil)
            bytes.withUnsafeBytes {
                _ = windowbox_easy_set_bytes(
                    library.functions, easy, CURLOPT_CAINFO_BLOB, UnsafeMutableRawPointer(mutating: $0.baseAddress!), $0.count)
            }
        }
    }

    private func setRequest() {
        set(CURLOPT_URL, message.url)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_HTTP09_ALLOWED, 0)
        // The head is read again here, so this need not be the full status line.
        setList(CURLOPT_HTTP200ALIASES, ["ICY "])
        var fields = message.headers.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        if message.decompresses {
            set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
            // Limits what one read can become.
            set(CURLOPT_BUFFERSIZE, 16 << 10)
        } else {
            // Segments are long: large reads need fewer iterations of the event loop and fewer chunks.
            set(CURLOPT_BUFFERSIZE, 256 << 10)
        }
        // A name alone keeps libcurl from adding the field.
        for name in ["Accept-Encoding", "Content-Type", "Expect"] where message.headers[name] == nil { fields.append("\(name):") }
        setList(CURLOPT_HTTPHEADER, fields)
        set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
        switch message.method {
        case .get where message.payload == nil: set(CURLOPT_HTTPGET, 1)
        case .head: set(CURLOPT_NOBODY, 1)
        default:
            // An unread body can be sent again on a new connection, one that was partly sent can't: the server may have acted on it.
            if message.payload != nil || message.method == .post {
                set(CURLOPT_POST, 1)
                windowbox_easy_set_size(library.functions, easy, CURLOPT_POSTFIELDSIZE_LARGE, unsent.count)
            }
            if message.method != .post { set(CURLOPT_CUSTOMREQUEST, message.method.name) }
        }
    }

    private func setList(_ option: CURLoption, _ texts: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for text in texts { list = windowbox_list_append(library.functions, list, text) ?? list }
        guard let list else { return }
        lists.append(list)
        windowbox_easy_set_pointer(library.functions, easy, option, list)
    }

    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        for option in [
            CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_PREREQDATA, CURLOPT_OPENSOCKETDATA,
        ] {
            windowbox_easy_set_pointer(library.functions, easy, option, context)
        }
        windowbox_easy_set_pointer(library.functions, easy, CURLOPT_ERRORBUFFER, errorText)
        windowbox_easy_set_transfer_callback(library.functions, easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return CurlTransfer.of(context).takeHeader(line) ? line.count : 0
        }
        windowbox_easy_set_transfer_callback(library.functions, easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            CurlTransfer.of(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        windowbox_easy_set_transfer_callback(library.functions, easy, CURLOPT_READFUNCTION) { space, size, count, context in
            CurlTransfer.of(context).fill(UnsafeMutableRawBufferPointer(start: space, count: size * count))
        }
        windowbox_easy_set_request_callback(library.functions, easy) { context, _, _, port, localPort in
            CurlTransfer.of(context).begin(from: localPort, to: port) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        // Programs that this one starts must not inherit its connections.
        windowbox_easy_set_socket_callback(library.functions, easy) { context, _, address in
            guard let address else { return -1 }
            let flags = address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue)
            let opened = socket(address.pointee.family, flags, address.pointee.protocol)
            let running = CurlTransfer.of(context)
            if opened < 0 { running.attempt.socketError = errno } else { running.pool.sockets.open(opened) }
            return opened
        }
        // A connection outlives its first transfer.
        windowbox_easy_set_pointer(library.functions, easy, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(pool).toOpaque())
        windowbox_easy_set_close_callback(library.functions, easy) { context, socket in
            Unmanaged<CurlPool>.fromOpaque(context!).takeUnretainedValue().sockets.close(socket)
        }
    }

    /// The transfer whose callback is running.
    static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
        Unmanaged<CurlTransfer>.fromOpaque(context!).takeUnretainedValue()
    }

    private var isReused: Bool { windowbox_easy_long(library.functions, easy, CURLINFO_NUM_CONNECTS) == 0 }

    /// A connection is ready, and the request comes next.
    /// - Returns: false if it must not be sent on that connection.
    private func begin(from localPort: CInt, to port: CInt) -> Bool {
        attempt.isUnsent = isReused && pool.sockets.hasUnexpectedInput(from: localPort, to: port)
        if attempt.isUnsent { return false }
        transfer.connected()
        return true
    }

    /// Whether to send the request once more, on a new connection.
    func isToBeResent(after code: CURLcode) -> Bool {
        ResendRule(
            isReused: isReused, isResent: attempt.isSecond, isUnsent: attempt.isUnsent, isAnswered: parser.hasStatus,
            isIdempotent: message.isIdempotent
        ).applies(to: code)
    }

    private func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        // Trailers are of no use to a player.
        guard head == nil else { return true }
        switch parser.take(line) {
        case .more: return true
        case .malformed(let what):
            failure = TransportError(.malformed, url: transfer.url, message: "The response isn't valid HTTP: \(what).")
            return false
        case .head(let head):
            self.head = head
            if windowbox_easy_long(library.functions, easy, CURLINFO_HTTP_VERSION) >= Int(CURL_HTTP_VERSION_2_0) {
                pool.sockets.markHTTP2(from: CInt(clamping: windowbox_easy_long(library.functions, easy, CURLINFO_LOCAL_PORT)))
            }
            transfer.received(head)
            return true
        }
    }

    private var isPacked: Bool { message.decompresses && head?.headers["Content-Encoding"] != nil }

    /// - Returns: the number of bytes taken, or a code of libcurl.
    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        let isPacked = isPacked
        switch transfer.received(bytes, isPacked: isPacked) {
        case .paused: return Int(CURL_WRITEFUNC_PAUSE)
        case .unwanted: return Int(CURL_WRITEFUNC_ERROR)
        case .taken: break
        }
        if !isTouched {
            isTouched = true
            pool.touch(self)
        }
        guard isPacked else { return bytes.count }
        decoded += bytes.count
        // libcurl counts the bytes of a chunk only after it has decoded them.
        let packed = Int(windowbox_easy_size(library.functions, easy, CURLINFO_SIZE_DOWNLOAD_T)) + 16 << 10
        guard decoded / Self.maximumRatio <= packed else {
            failure = TransportError(
                .malformed, url: transfer.url,
                message: "The body can't be decompressed: it grows to more than \(Self.maximumRatio) times its size.")
            return Int(CURL_WRITEFUNC_ERROR)
        }
        return bytes.count
    }

    private func fill(_ space: UnsafeMutableRawBufferPointer) -> Int {
        let part = unsent.prefix(space.count)
        space.copyBytes(from: part)
        unsent = unsent.dropFirst(part.count)
        return part.count
    }

    /// The error number of the system if it had no descriptor for a connection, or for looking up its name.
    private func lack(_ code: CURLcode) -> CInt? {
        var error = attempt.socketError
        if code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY {
            let probe = eventfd(0, CInt(EFD_CLOEXEC))
            if probe < 0 { error = errno } else { Glibc.close(probe) }
        }
        return error == EMFILE || error == ENFILE ? error : nil
    }

    func result(_ code: CURLcode) -> Result<Void, TransportError> {
        if let failure { return .failure(failure) }
        if code == CURLE_OK, head != nil { return .success(()) }
        if let lack = lack(code) { return .failure(.noResources(transfer.url, lack)) }
        let given = String(cString: errorText)
        return .failure(
            CurlFailure(
                code: code, text: given.isEmpty ? String(cString: windowbox_easy_strerror(library.functions, code)) : given,
                systemError: CInt(truncatingIfNeeded: windowbox_easy_long(library.functions, easy, CURLINFO_OS_ERRNO)),
                tunnelStatus: windowbox_easy_long(library.functions, easy, CURLINFO_HTTP_CONNECTCODE), host: message.address.host,
                port: message.address.port, proxy: message.proxy, progress: transfer.progress,
                verification: windowbox_easy_long(library.functions, easy, CURLINFO_SSL_VERIFYRESULT)
            ).error(url: transfer.url))
    }
}
