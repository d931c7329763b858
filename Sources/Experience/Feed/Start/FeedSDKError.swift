// SPDX-License-Identifier: Apache-2.0

/// Why feeds can't be shown at all: thrown by ``FeedSDK/initialize()`` and by calls to the SDK itself, and told to its delegate.
///
/// Why a single feed has nothing is ``FeedError``, which says how the two divide.
public struct FeedSDKError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong; more may come, so match with the static members.
    public struct Code: Hashable, Sendable {
        public let name: String
        private init(_ name: String) { self.name = name }

        /// No app id was given, or what was given can't be one.
        public static let missingAppID = Code("missingAppID")
        /// The service does not know the app id, or not for this package.
        public static let authenticationFailure = Code("authenticationFailure")
        /// Something was asked for before initialisation.
        public static let notInitialized = Code("notInitialized")
        /// The service did not answer, or not as it should; ``FeedSDK/initialize()`` may be called again.
        public static let serviceUnavailable = Code("serviceUnavailable")
    }

    public let code: Code
    /// Cause, place and cure, for people.
    public let description: String
    /// What the service said, where it was asked.
    public let underlying: ServiceError?

    /// - Parameter description: cause, place and cure.
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
