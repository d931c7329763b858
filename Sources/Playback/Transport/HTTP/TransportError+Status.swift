// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TransportError {
    static func status(
        _ status: Int, phrase: String, url: String, headers: TransportHeaders, hadCredentials: Bool = false
    ) -> TransportError {
        // A name and a password are of no use for other schemes, such as Bearer.
        let takesPassword = status == 401 && HTTPAuthentication.canAnswer(HTTPChallenge.all(in: headers.values("WWW-Authenticate")))
        let advice =
            switch status {
            case 401 where hadCredentials: ": the user name or the password is wrong"
            case 401 where takesPassword: ": a user name and a password are required"
            case 401: ": signing in to the service is required"
            case 407: ": the proxy requires a user name and a password"
            case 403: ": access is denied"
            case 404, 410: ": the resource doesn't exist"
            case 416: ": the byte range is outside the resource"
            case 429: ": too many requests"
            default: status >= 500 ? ": the server has a problem" : ""
            }
        return TransportError(
            .status, url: url, message: "The server answered \(status) \(phrase)\(advice).", status: status,
            retryAfter: headers["Retry-After"].flatMap { retryDelay($0, headers: headers) },
            reason: status != 401 ? nil : hadCredentials ? .credentialsRefused : takesPassword ? .credentialsRequired : nil)
    }

    /// Seconds from either form of `Retry-After` (RFC 9110 10.2.3); a date is relative to the server's own clock if it sends one.
    private static func retryDelay(_ field: String, headers: TransportHeaders) -> Double? {
        if let seconds = Int(field) { return seconds >= 0 ? Double(seconds) : nil }
        guard let date = HTTPDate(field) else { return nil }
        let now = headers["Date"].flatMap { HTTPDate($0)?.secondsSince1970 } ?? wallClockSeconds()
        return max(0, date.secondsSince1970 - now)
    }
}

/// Seconds since 1970, only for HTTP dates.
func wallClockSeconds() -> Double { Date().timeIntervalSince1970 }
