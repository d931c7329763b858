// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A video's password: to set it, or to unlock the video with it.
public struct VideoPasswordRequest: Codable, Hashable, Sendable {
    /// 6 to 200 characters. Letters that can be typed in several ways count as the same.
    public var password: String

    public init(password: String) { self.password = password }
}

/// Proves that a guest has entered a video's password.
public struct VideoUnlockAnswer: Codable, Hashable, Sendable {
    /// To be sent in `X-Unlock-Token`. It is valid for this guest and this video, until the password changes or ``expiresAt``.
    public var unlockToken: String
    /// When the password has to be entered again.
    public var expiresAt: Date

    public init(unlockToken: String, expiresAt: Date) {
        self.unlockToken = unlockToken
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey { case unlockToken = "unlock_token", expiresAt = "expires_at" }
}
