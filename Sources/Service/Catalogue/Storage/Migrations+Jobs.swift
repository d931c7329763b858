// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// Takes the addresses out of imports that have ended: they may be signed. A quote in an address is written with a backslash before
    /// it, so what follows the address can't stand in it.
    /// - Parameter position: the function that finds a text in another.
    static func endedJobs(position: SQL) -> [SQL] {
        let (begun, ended) = (#"{"source":{"%"#, #"{"source":{"ended":{}},"video":"#)
        let rest = #"}},"video":"#
        return [
            """
            UPDATE job SET payload = \(ended) || substr(payload, \(position)(payload, \(rest)) + 11)
            WHERE kind = 'package' AND state IN ('done', 'failed') AND payload LIKE \(begun)
            AND \(position)(payload, \(rest)) > 0
            """
        ]
    }
}
