// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A program in this one's folder.
enum SiblingProgram {
    /// - Returns: The program's path; nil if it does not exist.
    static func find(_ name: String) -> String? {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let path = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    /// Replaces this process with the program, so that it receives signals and determines the exit status. Returns only by throwing.
    static func exec(_ name: String, _ arguments: [String]) throws {
        guard let program = find(name) else {
            throw Failure.failed("\(name) is not in the same folder as this program. Build it: swift build --product \(name)")
        }
        var texts: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        // The program would inherit this thread's blocked signals.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        execv(program, &texts)
        let reason = String(cString: strerror(errno))
        for text in texts { free(text) }
        throw Failure.failed("cannot start \(program): \(reason)")
    }
}
