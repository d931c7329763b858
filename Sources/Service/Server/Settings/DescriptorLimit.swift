// SPDX-License-Identifier: Apache-2.0

import Glibc

/// How many connections a process may have at once, as its limit of open files allows.
///
/// A process without descriptors can accept no connection and can't refuse one either: it is woken again and again for those that wait.
public enum DescriptorLimit {
    /// For databases, files, pipes and what is fetched: descriptors that are not for clients.
    static let reserve = 256
    /// Fewer connections are of no use.
    static let least = 16

    /// Raises this process's own limit as far as it may.
    /// - Returns: open files that it may have.
    public static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        if raised.rlim_cur != limit.rlim_cur, setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        return Int(clamping: limit.rlim_cur)
    }

    /// - Parameters:
    ///   - wanted: connections.
    ///   - files: that may be open.
    /// - Returns: connections that there may be; nil where there is no room for enough of them.
    public static func connections(_ wanted: Int, files: Int) -> Int? {
        let most = min(wanted, files - reserve)
        return most >= min(wanted, least) ? most : nil
    }
}
