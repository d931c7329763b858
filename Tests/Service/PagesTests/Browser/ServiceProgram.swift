// SPDX-License-Identifier: Apache-2.0

import WindowboxKit

/// The service's program, which can be stopped and restarted on the same port.
actor ServiceProgram {
    private let settings: [String]
    private var program: RunningProgram?
    /// Chosen by the system at the first start and kept, because open pages come back to it.
    private(set) var port = 0

    init(settings: [String]) { self.settings = settings }

    func start() async throws {
        let all = ["listen=127.0.0.1:\(port)"] + settings
        let program = try RunningProgram("windowbox-service", all.flatMap { ["--set", $0] })
        self.program = program
        port = try await program.port()
    }

    func signal(_ signal: Int32) { program?.signal(signal) }

    func end() async {
        await program?.end()
        program = nil
    }
}
