// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension LibraryError {
    /// Translates a database error.
    init(_ error: any Error, at url: URL) {
        if let problem = error as? LibraryError {
            self = problem
            return
        }
        guard let error = error as? DatabaseError else {
            // Not an SQLite error: the folder could not be created.
            self = .unwritable(url)
            return
        }
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(url)
        case .SQLITE_FULL: self = .full(url)
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .unwritable(url)
        case .SQLITE_IOERR where (error.extendedResultCode.rawValue >> 8) & 0xFF == 3: self = .full(url)
        default: self = .failed(url, error.message ?? "SQLite’s error \(error.resultCode.rawValue)")
        }
    }

    /// The file is not a database or is corrupt, as opposed to temporarily inaccessible.
    static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_MISMATCH].contains(error.resultCode)
    }
}
