// SPDX-License-Identifier: Apache-2.0

/// Why feeds can't be used at all: thrown by ``FeedSDK/initialize()`` and other calls to the SDK, and reported to its delegate.
///
/// Errors of a single feed are ``FeedError``, which explains the distinction.
public struct FeedSDKError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. Cases may be added, so match against the static members.
    public struct Code: Hashable, Sendable {
        /// The code's name in logs. It is not meant for users.
        public let name: String
        private init(_ name: String) { self.name = name }

        /// The app ID is missing or malformed.
        public static let missingAppID = Code("missingAppID")
        /// The service doesn't know the app ID, or not for this package.
        public static let authenticationFailure = Code("authenticationFailure")
        /// The SDK is not initialised.
        public static let notInitialized = Code("notInitialized")
        /// The service didn't answer, or not correctly; ``FeedSDK/initialize()`` may be retried.
        public static let serviceUnavailable = Code("serviceUnavailable")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    /// Cause, location and remedy, human-readable.
    public let description: String
    /// The service's error, if it was reached.
    public let underlying: ServiceError?

    /// - Parameter description: cause, location and remedy.
    public init(_ code: Code, _ description: String, underlying: ServiceError? = nil) {
        self.code = code
        self.description = description
        self.underlying = underlying
    }

    /// Matches by code.
    public static func ~= (code: Code, error: FeedSDKError) -> Bool { error.code == code }

    static let notInitialized = FeedSDKError(
        .notInitialized, "Feeds were used before initialisation; wait for FeedSDK.initialize() to return.")
}
