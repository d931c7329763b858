// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

extension TransportError {
    /// Converts an error of the HTTP client.
    ///
    /// - Parameter progress: bytes received and announced once the head has arrived; nil before.
    init(_ error: any Error, url: String, progress: (received: Int, announced: Int?)?) {
        let dropped: TransportError =
            if let progress {
                .truncated(url, received: progress.received, announced: progress.announced)
            } else {
                TransportError(.connection, url: url, message: "The server closed the connection without a response.")
            }
        switch error {
        case let error as TransportError: self = error
        case let error as HTTPClientError: self = .client(error, url: url, dropped: dropped)
        case let error as HTTPParserError:
            self =
                error == .invalidEOFState
                ? dropped : TransportError(.malformed, url: url, message: "The response isn't valid HTTP: \(error).")
        case let error as NIOConnectionError:
            self = TransportError(
                .connection, url: url, message: "No connection to \(error.host) port \(error.port): \(Self.cause(error)).")
        case let error as NIOHTTPDecompression.DecompressionError:
            self = TransportError(.malformed, url: url, message: "The body can't be decompressed: \(error).")
        case let error as NIOSSLError:
            self = TransportError(.connection, url: url, message: "TLS failed: \(error).")
        case let error as IOError:
            self = TransportError(.connection, url: url, message: "The connection failed: \(Self.cause(error)).")
        default:
            self = TransportError(.connection, url: url, message: "The request failed: \(error).")
        }
    }

    /// The error in the system's words, without technical detail.
    private static func cause(_ error: any Error) -> String {
        switch error {
        case let error as IOError where error.errnoCode == ECONNREFUSED: "connection refused"
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { cause($0.error) } ?? (error.dnsAError ?? error.dnsAAAAError).map { _ in
                "the host name can't be resolved"
            }
                ?? "\(error)"
        default: "\(error)"
        }
    }

    private static func client(_ error: HTTPClientError, url: String, dropped: TransportError) -> TransportError {
        switch error {
        case .cancelled: .cancelled(url)
        case .connectTimeout, .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout, .getConnectionFromPoolTimeout:
            .timeout(url, .connect)
        case .remoteConnectionClosed, .requestStreamCancelled: dropped
        case .invalidURL, .emptyHost, .emptyScheme:
            TransportError(.address, url: url, message: "This isn't a valid HTTP URL.")
        case .proxyAuthenticationRequired:
            TransportError(
                .connection, url: url,
                message: "The proxy requires a user name and a password. Add them to its URL: http://name:password@host:port.")
        case .invalidProxyResponse:
            TransportError(.connection, url: url, message: "The proxy refuses the connection, or isn't a proxy.")
        default: TransportError(.connection, url: url, message: "The request failed: \(error).")
        }
    }

    static func timeout(_ url: String, _ limit: Limit) -> TransportError {
        let what =
            switch limit {
            case .connect: "no connection was established"
            case .firstByte: "no response arrived"
            case .idle: "no data arrived"
            case .whole: "the load didn't finish"
            }
        return TransportError(.timeout, url: url, message: "Within the time limit, \(what).", limit: limit)
    }
}
