// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxGTK

/// Says why a file can't be saved.
enum SavingProblem {
    /// - Parameter problem: what can't be saved and where, without a full stop.
    /// - Returns: the problem with its cause, as far as the user can do something about it.
    static func text(_ problem: String, _ error: any Error) -> String {
        let cause: String? =
            switch (error as? CocoaError)?.code {
            case .fileWriteOutOfSpace?: translated("the disk is full")
            case .fileWriteNoPermission?: translated("writing there isn’t permitted")
            case .fileWriteVolumeReadOnly?: translated("the disk can only be read")
            case .fileNoSuchFile?: translated("the folder doesn’t exist")
            default: nil
            }
        return cause.map { translated("{problem}: {cause}", ["problem": problem, "cause": $0]) } ?? problem
    }
}
