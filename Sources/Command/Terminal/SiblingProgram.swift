// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that lies beside this one.
enum SiblingProgram {
    /// - Returns: its path; nil when it isn't there.
    static func find(_ name: String) -> String? {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let path = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }
}
