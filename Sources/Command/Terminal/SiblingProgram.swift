// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A program that lies beside this one.
enum SiblingProgram {
    /// - Returns: its path; nil when it isn't there.
    static func find(_ name: String) -> String? {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let path = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    /// What is said when it isn't there.
    static func absence(of name: String) -> String {
        // Debian's package of the command has the app with it, and not the service.
        let package = name == "windowbox-desktop" ? "windowbox" : "windowbox-service"
        return "\(name) does not lie beside this program. Build it, swift build --product \(name), or install the Debian package \(package)"
    }

    /// Becomes that program, so that signals reach it and its status is this one's. It only returns by an error.
    static func become(_ name: String, _ arguments: [String]) throws {
        guard let program = find(name) else {
            throw Failure.failed(SiblingProgram.absence(of: name))
        }
        var texts: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        // What this thread has blocked would stay so.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        execv(program, &texts)
        let reason = String(cString: strerror(errno))
        for text in texts { free(text) }
        throw Failure.failed("\(program) can't be started: \(reason)")
    }
}
