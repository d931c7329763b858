// SPDX-License-Identifier: Apache-2.0

import Foundation
import Subprocess

/// Isolates programs that read untrusted files with bubblewrap. They see the system's programs and libraries and the given files, write
/// only where they may, and have no network unless they share this machine's.
public enum MediaSandbox {
    /// When the sandbox is used.
    public enum Use: String, Hashable, Sendable, CaseIterable {
        /// If bubblewrap is installed and works.
        case automatic = "auto"
        /// Without a sandbox, no file is read.
        case required
        case off
    }

    /// What a program may access besides the system.
    struct View: Sendable {
        /// Absolute paths of files and folders.
        var reads: [String] = []
        var writes: [String] = []
        /// Whether it shares this machine's network, to listen for an encoder or to fetch a stream.
        var sharesNetwork = false
    }

    /// Whether the sandbox works on this system; tested once.
    public static var works: Bool { get async { await attempt.value } }

    private static let attempt = Task {
        let result = try? await Subprocess.run(
            .name("bwrap"), arguments: Arguments(Array(words(View()).dropFirst()) + ["true"]), output: .discarded, error: .discarded)
        return result?.terminationStatus.isSuccess ?? false
    }

    /// System paths needed by programs and libraries.
    private static let system = [
        "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf",
        "/etc/ld.so.conf.d",
    ]

    /// Files needed to resolve host names.
    private static let names = ["/etc/hosts", "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/gai.conf"]

    /// - Parameter environment: its folders of programs and libraries are also visible.
    /// - Returns: the words that begin the command line.
    static func words(_ view: View, environment: [String: String] = [:]) -> [String] {
        // It is started by a shell of its own; if that ends, so does the program.
        var words = [
            "bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--dev", "/dev", "--tmpfs", "/tmp",
        ]
        if view.sharesNetwork { words.append("--share-net") }
        let folders = ["PATH", "LD_LIBRARY_PATH"].flatMap { (environment[$0] ?? "").split(separator: ":").map(String.init) }
        let others = folders.filter { folder in folder.hasPrefix("/") && !system.contains { folder == $0 || folder.hasPrefix($0 + "/") } }
        for path in system + others + (view.sharesNetwork ? names : []) + view.reads { words += ["--ro-bind-try", path, path] }
        for path in view.writes { words += ["--bind", path, path] }
        return words + ["--chdir", "/", "--"]
    }
}
