// SPDX-License-Identifier: Apache-2.0

import Foundation
import Subprocess

/// Keeps a program that reads what strangers send away from all else, with bubblewrap: it sees the system's programs and libraries and
/// the files it is given, writes where it is told to, and has no network unless it is given this machine's.
public enum MediaSandbox {
    /// When it is used.
    public enum Use: String, Hashable, Sendable, CaseIterable {
        /// Where bubblewrap is installed and the system lets it work.
        case automatic = "auto"
        /// Without it no file is read.
        case required
        case off
    }

    /// What a program may see besides the system.
    struct View: Sendable {
        /// Absolute paths of files and folders.
        var reads: [String] = []
        var writes: [String] = []
        /// Whether it has this machine's network: to listen for an encoder, or to fetch a stream.
        var sharesNetwork = false
    }

    /// Whether it works here; it is tried once.
    public static var works: Bool { get async { await attempt.value } }

    private static let attempt = Task {
        let result = try? await Subprocess.run(
            .name("bwrap"), arguments: Arguments(Array(words(View()).dropFirst()) + ["true"]), output: .discarded, error: .discarded)
        return result?.terminationStatus.isSuccess ?? false
    }

    /// What programs and their libraries need of the system.
    private static let system = [
        "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf",
        "/etc/ld.so.conf.d",
    ]

    /// What a program needs to find machines by their names.
    private static let names = ["/etc/hosts", "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/gai.conf"]

    /// - Parameter environment: its folders of programs and libraries are seen, too.
    /// - Returns: the words that begin the command line.
    static func words(_ view: View, environment: [String: String] = [:]) -> [String] {
        // The process that starts it is a shell of its own: without it, the program ends.
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
