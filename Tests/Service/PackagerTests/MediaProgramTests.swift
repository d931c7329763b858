// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import WindowboxPackager

@Suite("Media programs") struct MediaProgramTests {
    @Test("Programs get only the environment variables that they need") func environment() async throws {
        setenv("WINDOWBOX_TESTS_SECRET", "s3cret", 1)
        defer { unsetenv("WINDOWBOX_TESTS_SECRET") }
        var program = MediaProgram("env", settings: PackagerSettings())
        program.environment = ["http_proxy": "http://127.0.0.1:9"]
        let lines = Mutex<[String]>([])
        try await program.run([], onLine: { line in lines.withLock { $0.append(line) } })
        let names = lines.withLock { $0 }.compactMap { $0.split(separator: "=").first.map(String.init) }
        #expect(names.contains("PATH"))
        #expect(names.contains("http_proxy"))
        // The shell that starts them adds some variables.
        let own: Set = [
            "PATH", "HOME", "TMPDIR", "TZ", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "http_proxy", "PWD", "OLDPWD",
            "SHLVL", "_",
        ]
        #expect(Set(names).subtracting(own) == [])
    }
}
