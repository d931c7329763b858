// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxStreaming

extension EngineConfiguration {
    /// Plays as fast as it can, and waits hardly at all before it tries again.
    static var impatient: EngineConfiguration {
        var configuration = EngineConfiguration(pace: .asFastAsPossible)
        configuration.streaming.recovery.firstDelay = 0.01
        configuration.streaming.recovery.longestDelay = 0.02
        return configuration
    }
}
