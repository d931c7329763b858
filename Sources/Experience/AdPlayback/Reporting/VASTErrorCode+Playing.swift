// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxStreaming

extension VASTErrorCode {
    /// The error code for a chosen media file that failed to play.
    static func playing(_ error: StreamingError) -> VASTErrorCode {
        switch error.underlying?.cause {
        case .status, .connection, .redirect, .refused, .address: .fileNotFound
        case .timeout: .mediaTimeout
        case .unsupported: .noSupportedFile
        case .truncated, .key, .malformed, .tooLarge, nil: error.code == .unsupported ? .noSupportedFile : .fileDisplay
        }
    }
}
