// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// Removes URLs from imports that have ended, because they may be signed. Quotes in URLs are
    /// escaped, so the text after the URL can't occur in it.
    /// - Parameter position: the SQL function that finds a substring.
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
