// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where a person who started the program in a terminal reads.
enum StandardError {
    static func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
