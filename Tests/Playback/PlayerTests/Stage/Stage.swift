// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxStreaming
import WindowboxTesting

typealias Stage = PlayerStage

extension PlayerStage {
    func send(_ fact: EngineFact) { report(fact) }
    func send(_ status: EngineStatus, _ number: Int) { report(status, number) }
}

extension FakeEngine {
    /// The commands received since the last call, as text.
    func takeLog() -> [String] { takeCommands().map(\.description) }
    /// The commands received, as text, without clearing them.
    var log: [String] { commands.map(\.description) }
    func logs(_ isSo: @Sendable ([String]) -> Bool) async { await hears { isSo($0.map(\.description)) } }
}
