// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Takes the place of the command's streams, which depend on its argument parser. The target never reads standard input.
enum StandardStreams {
    static func read(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
}
