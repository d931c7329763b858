// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An error of a store.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    private enum Code: Hashable, Sendable { case full, refused, unreachable, failed, tooLarge, malformed }
    private let code: Code
    /// Cause, location and remedy. Never contains a secret.
    public let description: String

    /// The store is full.
    public var isFull: Bool { code == .full }
    /// The store denies access.
    public var isRefused: Bool { code == .refused }
    /// Retrying may succeed.
    public var canRetry: Bool { code == .unreachable || code == .full }

    static func full(_ location: String) -> Self {
        Self(code: .full, description: "There is no space left for \(location). Free some, or give the store a larger disk.")
    }
    static func refused(_ location: String, _ cause: String) -> Self {
        Self(code: .refused, description: "The store refused \(location): \(cause). Check its permissions and keys.")
    }
    static func unreachable(_ location: String, _ cause: String) -> Self {
        Self(code: .unreachable, description: "The store can't be reached for \(location): \(cause). Check its address.")
    }
    static func failed(_ location: String, _ cause: String) -> Self {
        Self(code: .failed, description: "The store failed with \(location): \(cause).")
    }
    static func tooLarge(_ key: StorageKey, _ limit: Int) -> Self {
        Self(code: .tooLarge, description: "\(key) has more than \(limit) bytes, which is too large for it.")
    }
    static func malformed(_ setting: String) -> Self {
        Self(code: .malformed, description: "\(setting) is not a store. Use a folder, or s3://bucket?endpoint=https://host&region=name.")
    }

    /// A file-system error.
    static func disk(_ error: any Error, at location: String) -> Self {
        if let known = error as? StorageError { return known }
        var number = (error as NSError).domain == NSPOSIXErrorDomain ? Int32((error as NSError).code) : 0
        if let under = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError, under.domain == NSPOSIXErrorDomain {
            number = Int32(under.code)
        }
        if let cocoa = error as? CocoaError {
            switch cocoa.code {
            case .fileWriteOutOfSpace: number = ENOSPC
            case .fileWriteNoPermission, .fileReadNoPermission: number = EACCES
            default: break
            }
        }
        return system(number, at: location, "\(error.localizedDescription)")
    }

    /// An error of a temporary file.
    public static func place(_ path: String, _ error: (any Error)? = nil) -> Self {
        error.map { disk($0, at: path) } ?? system(errno, at: path)
    }

    static func system(_ number: Int32, at location: String, _ cause: String? = nil) -> Self {
        switch number {
        case ENOSPC, EDQUOT, EFBIG: full(location)
        case EACCES, EPERM, EROFS: refused(location, cause ?? String(cString: strerror(number)))
        default: failed(location, cause ?? String(cString: strerror(number)))
        }
    }
}
