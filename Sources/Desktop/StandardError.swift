// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Messages for users who started the program in a terminal.
enum StandardError {
    static func write(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
