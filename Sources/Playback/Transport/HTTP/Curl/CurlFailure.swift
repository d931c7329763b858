// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc

/// How libcurl has ended a transfer.
struct CurlFailure {
    var code: CURLcode
    /// libcurl's own words.
    var text: String
    /// The system's error number; 0 for none.
    var systemError: CInt
    /// The proxy's answer to `CONNECT`; 0 for none.
    var tunnelStatus: Int
    var host: String
    var port: Int
    var proxy: HTTPProxy?
    /// Bytes received, and announced if they were, once the head has arrived; nil before.
    var progress: (received: Int, announced: Int?)?
    /// The TLS library's error number for the certificate (X509_V_ERR of OpenSSL); 0 for none.
    var verification = 0

    func error(url: String) -> TransportError {
        switch code {
        case CURLE_URL_MALFORMAT: return TransportError(.address, url: url, message: "This isn't a valid HTTP URL.")
        case CURLE_OPERATION_TIMEDOUT: return .timeout(url, .connect)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT: return unreachable(url)
        case CURLE_PROXY: return refusedByProxy(url)
        case CURLE_RECV_ERROR where proxy?.kind == .http && progress == nil && !(200..<300).contains(tunnelStatus):
            return refusedByProxy(url)
        case CURLE_RECV_ERROR where text.contains("chunk"), CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2,
            CURLE_OUT_OF_MEMORY where progress == nil:
            return malformed(url)
        case CURLE_BAD_CONTENT_ENCODING:
            return TransportError(.malformed, url: url, message: "The body can't be decompressed: \(text).")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS: return untrusted(url)
        case CURLE_SSL_CONNECT_ERROR where handshakeReason != nil: return untrusted(url)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_USE_SSL_FAILED,
            CURLE_SSL_ENGINE_NOTFOUND:
            return TransportError(.connection, url: url, message: "TLS failed: \(text).")
        case CURLE_OK, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND,
            CURLE_HTTP2_STREAM:
            return dropped(url)
        default: return TransportError(.connection, url: url, message: "The request failed: \(text).")
        }
    }

    private func unreachable(_ url: String) -> TransportError {
        if systemError == EMFILE || systemError == ENFILE { return .noResources(url, systemError) }
        let (host, port) = code == CURLE_COULDNT_RESOLVE_HOST ? (host, port) : (proxy?.host ?? host, proxy?.port ?? port)
        let cause =
            code != CURLE_COULDNT_CONNECT
            ? "the host name can't be resolved"
            : systemError == ECONNREFUSED ? "connection refused" : systemError == 0 ? text : String(cString: strerror(systemError))
        return TransportError(.connection, url: url, message: "No connection to \(host) port \(port): \(cause).")
    }

    private func refusedByProxy(_ url: String) -> TransportError {
        TransportError(
            .connection, url: url,
            message: tunnelStatus == 407
                ? "The proxy requires a user name and a password. Add them to its URL: http://name:password@host:port."
                : "The proxy refuses the connection, or isn't a proxy.")
    }

    private func malformed(_ url: String) -> TransportError {
        let what =
            switch code {
            case CURLE_OUT_OF_MEMORY: "its header is too long"
            case CURLE_UNSUPPORTED_PROTOCOL where text.contains("HTTP/0.9"): "it has no status line"
            default: text
            }
        return TransportError(.malformed, url: url, message: "The response isn't valid HTTP: \(what).")
    }

    private func dropped(_ url: String) -> TransportError {
        if let progress { return .truncated(url, received: progress.received, announced: progress.announced) }
        return TransportError(
            .connection, url: url,
            message: systemError == 0 || systemError == EAGAIN
                ? "The server closed the connection without a response."
                : "The connection failed: \(String(cString: strerror(systemError))).")
    }
}

extension TransportError {
    /// The system refused a descriptor, a thread or memory.
    /// - Parameter code: its error number.
    static func noResources(_ url: String, _ code: CInt) -> TransportError {
        let isOfFiles = code == EMFILE || code == ENFILE
        return TransportError(
            .connection, url: url,
            message: isOfFiles
                ? "No connection can be made: too many files and connections are open. Close some, or raise the limit (ulimit -n)."
                : "No connection can be made: \(String(cString: strerror(code))).")
    }
}
