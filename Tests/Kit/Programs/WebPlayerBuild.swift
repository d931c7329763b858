// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// The player for browsers, as `make web` builds it.
public enum WebPlayerBuild {
    /// The folder `Web/dist`. The first use builds what has changed since; other processes wait for that.
    public static var directory: URL {
        get throws {
            try made.withLock { made in
                let result = made ?? Result { try MediaScript.folder(madeBy: "Scripts/web-player.sh") }
                made = result
                return try result.get()
            }
        }
    }

    private static let made = Mutex<Result<URL, any Error>?>(nil)
}
