// SPDX-License-Identifier: Apache-2.0

/// What is wrong in detail, if a person can do something about it. More may be added, so match with the static members.
public struct FailureReason: Hashable, Sendable {
    /// The reason's name in logs, such as `certificateExpired`. It is not meant for users.
    public let name: String
    private init(_ name: String) { self.name = name }

    // MARK: TLS

    /// The server's certificate was valid until a date in the past.
    public static let certificateExpired = FailureReason("certificateExpired")
    /// The server's certificate is valid from a date in the future; often this machine's clock is wrong.
    public static let certificateNotYetValid = FailureReason("certificateNotYetValid")
    /// The server's certificate doesn't name the host of the URL.
    public static let certificateForOtherHost = FailureReason("certificateForOtherHost")
    /// The server has signed its certificate itself.
    public static let certificateSelfSigned = FailureReason("certificateSelfSigned")
    /// The server's certificate is signed by an authority that this machine doesn't know.
    public static let authorityUnknown = FailureReason("authorityUnknown")
    /// The authority has revoked the server's certificate.
    public static let certificateRevoked = FailureReason("certificateRevoked")
    /// The server supports no version of TLS that counts as secure today.
    public static let obsoleteTLS = FailureReason("obsoleteTLS")
    /// What listens at the port of an https URL doesn't speak TLS.
    public static let notTLS = FailureReason("notTLS")

    // MARK: Redirects

    /// The redirects come back to a URL that was requested before.
    public static let redirectLoop = FailureReason("redirectLoop")
    /// There are more redirects than are followed.
    public static let tooManyRedirects = FailureReason("tooManyRedirects")
    /// A redirect leads from https to http.
    public static let insecureRedirect = FailureReason("insecureRedirect")
    /// A redirect has no target, or leads to a URL that isn't http or https.
    public static let invalidRedirect = FailureReason("invalidRedirect")

    // MARK: Credentials

    /// The server requires a user name and a password.
    public static let credentialsRequired = FailureReason("credentialsRequired")
    /// The server has refused the user name or the password.
    public static let credentialsRefused = FailureReason("credentialsRefused")

    // MARK: Content

    /// The file or the response has no bytes.
    public static let empty = FailureReason("empty")
    /// It is a web page (HTML).
    public static let webPage = FailureReason("webPage")
    /// It is plain text.
    public static let text = FailureReason("text")
    /// It is a document to be read, such as PDF.
    public static let document = FailureReason("document")
    /// It is an archive, such as ZIP.
    public static let archive = FailureReason("archive")
}
