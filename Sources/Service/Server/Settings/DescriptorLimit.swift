// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Limits connections to what the process's limit of open files allows.
///
/// A process without free descriptors can neither accept nor refuse a connection, and is woken again and again for those that wait.
public enum DescriptorLimit {
    /// Descriptors reserved for databases, files, pipes and outgoing requests.
    static let reserve = 256
    /// Fewer connections are useless.
    static let minimum = 16

    /// Raises this process's limit as far as permitted.
    /// - Returns: the number of files it may open.
    public static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        if raised.rlim_cur != limit.rlim_cur, setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        return Int(clamping: limit.rlim_cur)
    }

    /// - Parameters:
    ///   - requested: the desired number of connections.
    ///   - files: the number of files that may be open.
    /// - Returns: the number of connections to allow; nil if there would be too few.
    public static func connections(_ requested: Int, files: Int) -> Int? {
        let possible = min(requested, files - reserve)
        return possible >= min(requested, minimum) ? possible : nil
    }
}
