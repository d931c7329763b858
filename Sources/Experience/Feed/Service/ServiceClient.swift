// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract
import WindowboxMedia
import WindowboxStreaming
public import WindowboxTransport

/// Calls the service over HTTP as a guest, and obtains and renews the guest's token automatically.
public actor ServiceClient: FeedService {
    /// Where the service is, and how it is called.
    public struct Settings: Sendable {
        /// Base URL without a trailing slash, such as `https://video.example.com`.
        public var address: String
        /// The application's identifier, such as `org.example.shop`; the service may bind an app ID to it.
        public var packageID: String
        /// Identifies the guest across runs; nil creates a new guest each time.
        public var deviceID: String?
        /// Stores the secret that proves, in addition to the device ID, that a guest belongs to this device; nil keeps it for this
        /// run only. Without it, the service doesn't let anyone read or erase the data of a guest from an earlier run.
        public var secretFile: URL?
        /// Timeout of a request in seconds.
        public var timeout = 15.0
        /// Maximum response size in bytes.
        public var maximumBytes = 8 << 20
        /// Where live-stream sockets may connect without TLS; other requests follow the transport's policy.
        public var plainSockets = PlainHTTPPolicy.loopbackOnly

        public init(address: String, packageID: String, deviceID: String? = nil) {
            self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
            self.packageID = packageID
            self.deviceID = deviceID
        }
    }

    private struct Access {
        var token: GuestToken
        /// In the clock's seconds.
        var expiry: Double
    }

    private let settings: Settings
    private let transport: any Transport
    private let now: @Sendable () -> Double
    private var secrets: GuestSecrets
    private var appID: String?
    private var access: Access?
    private var asking: (number: Int, task: Task<Result<GuestToken, ServiceError>, Never>)?
    private var lastAsked = 0

    /// - Parameters:
    ///   - settings: the service's URL and the client's identity.
    ///   - transport: performs the requests.
    ///   - now: seconds of any monotonic clock.
    public init(
        _ settings: Settings, transport: any Transport = RoutingTransport.secure(),
        now: @escaping @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime }
    ) {
        self.settings = settings
        secrets = GuestSecrets(file: settings.secretFile, address: settings.address)
        self.transport = transport
        self.now = now
    }

    /// Becomes a guest of an app. A pending authentication for another app is cancelled.
    @discardableResult public func authenticate(appID: String) async throws(ServiceError) -> GuestToken {
        if self.appID != appID {
            asking?.task.cancel()
            (self.appID, access, asking) = (appID, nil, nil)
        }
        return try await token()
    }

    public func forgetGuest() {
        if let appID { secrets[appID] = nil }
        asking?.task.cancel()
        (access, asking) = (nil, nil)
    }

    public func send<Answer: Decodable & Sendable>(_ call: ServiceCall<Answer>) async throws(ServiceError) -> Answer {
        guard call.asGuest else { return try await exchange(call, token: nil) }
        let first = try await token()
        do throws(ServiceError) {
            return try await exchange(call, token: first.accessToken)
        } catch {
            // The service may have revoked the token early; retry once with a new one.
            guard error.apiCode == .invalidToken else { throw error }
            if access?.token.accessToken == first.accessToken { access = nil }
            return try await exchange(call, token: try await token().accessToken)
        }
    }

    public func follow(_ stream: String, after: Int64?, unlockToken: String?) async throws(ServiceError) -> LiveConnection {
        let first = try await token()
        do throws(ServiceError) {
            return try await open(stream, after, unlockToken, first.accessToken)
        } catch {
            guard error.apiCode == .invalidToken else { throw error }
            if access?.token.accessToken == first.accessToken { access = nil }
            return try await open(stream, after, unlockToken, try await token().accessToken)
        }
    }

    private func open(
        _ stream: String, _ after: Int64?, _ unlockToken: String?, _ token: String
    ) async throws(ServiceError) -> LiveConnection {
        var headers: TransportHeaders = ["Authorization": "Bearer \(token)"]
        if let unlockToken { headers["X-Unlock-Token"] = unlockToken }
        let address = settings.address + APIRoute.path("liveSocket", stream, query: ["after": after.map(String.init)])
        return try await LiveSocket(timeout: settings.timeout, plainHTTP: settings.plainSockets).open(address, headers: headers)
    }

    /// The current token while it is valid; concurrent callers share one request for a new one.
    private func token() async throws(ServiceError) -> GuestToken {
        // Renew it a minute early, so that it doesn't expire in transit.
        if let access, now() < access.expiry - min(60, Double(access.token.expiresIn) / 4) { return access.token }
        guard let appID else { throw ServiceError(.refused, "There is no guest yet; initialise the client first.") }
        let request: (number: Int, task: Task<Result<GuestToken, ServiceError>, Never>)
        if let asking {
            request = asking
        } else {
            let call = ServiceCall<GuestToken>.authenticate(
                GuestRequest(
                    appID: appID, deviceID: settings.deviceID, packageID: settings.packageID,
                    guestSecret: settings.deviceID == nil ? nil : secrets[appID]))
            lastAsked += 1
            let task = Task { [self] () -> Result<GuestToken, ServiceError> in
                do throws(ServiceError) { return .success(try await exchange(call, token: nil)) } catch { return .failure(error) }
            }
            request = (lastAsked, task)
            asking = request
        }
        let outcome = await request.task.value
        if asking?.number == request.number {
            asking = nil
            if case .success(let token) = outcome, let secret = token.guestSecret { secrets[appID] = secret }
            if case .success(let token) = outcome { access = Access(token: token, expiry: now() + Double(token.expiresIn)) }
        }
        return try outcome.get()
    }

    private func exchange<Answer: Decodable & Sendable>(
        _ call: ServiceCall<Answer>, token: String?
    ) async throws(ServiceError) -> Answer {
        var request = TransportRequest(
            url: settings.address + call.path, method: call.method, headers: call.headers,
            limits: StreamLoad.TimeLimits(
                connect: settings.timeout, firstByte: settings.timeout, idle: settings.timeout, whole: settings.timeout),
            maximumBytes: settings.maximumBytes, acceptsCompression: true)
        request.answersFailures = true
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        if let key = call.idempotencyKey { request.headers["Idempotency-Key"] = key }
        if let body = call.body {
            guard let data = try? ContractJSON.encode(body) else {
                throw ServiceError(.malformed, "The request to \(call.path) can't be encoded as JSON.")
            }
            request.headers["Content-Type"] = "application/json"
            request.payload = Array(data)
        }
        let response: TransportResponse
        let bytes: [UInt8]
        do throws(TransportError) {
            response = try await transport.open(request)
            bytes = try await response.body.collect(reserving: response.contentLength ?? 0)
        } catch { throw ServiceError(error) }
        return try read(bytes, status: response.status, headers: response.headers, path: call.path)
    }

    private func read<Answer: Decodable & Sendable>(
        _ bytes: [UInt8], status: Int, headers: TransportHeaders, path: String
    ) throws(ServiceError) -> Answer {
        if status >= 400 {
            let wait = headers["Retry-After"].flatMap(Double.init).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
            if let error = try? ContractJSON.decode(APIError.self, from: Data(bytes)) {
                throw ServiceError(error, status: status, retryAfter: wait)
            }
            // Answered by an intermediary, such as a proxy.
            throw ServiceError(
                APIError(status == 503 ? .unavailable : .serverError, "\(path) was answered with \(status), without a reason."),
                status: status,
                retryAfter: wait)
        }
        if Answer.self == NoContent.self, let answer = NoContent() as? Answer { return answer }
        if Answer.self == PlainText.self, let answer = PlainText(String(decoding: bytes, as: UTF8.self)) as? Answer { return answer }
        do { return try ContractJSON.decode(Answer.self, from: Data(bytes)) } catch {
            throw ServiceError(.malformed, "The response to \(path) can't be decoded: \(error)")
        }
    }
}
