// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxPlayer
import WindowboxSources

@testable import WindowboxControllers

/// Records a controller's events as text.
@MainActor @Observable final class Hearing {
    private(set) var words: [String] = []
    @ObservationIgnored private var listening: Task<Void, Never>?

    init(_ controller: MediaController) {
        let events = controller.events
        listening = Task { [weak self] in
            for await event in events {
                switch event {
                case .phaseChanged(let change): self?.words.append("\(change.phase)")
                case .metadataChanged: self?.words.append("metadata")
                case .failed(let error): self?.words.append("failed \(error.code.name)")
                case .didContinueAutomatically(let media): self?.words.append("continued \(media.urn)")
                case .segmentStarted(let change): self?.words.append("+\(change.segment.media.urn)\(change.isSelected ? "*" : "")")
                case .segmentEnded(let change): self?.words.append("-\(change.segment.media.urn)")
                case .willSkipBlocked(let segment): self?.words.append("will skip \(segment.media.urn)")
                case .didSkipBlocked(let segment): self?.words.append("did skip \(segment.media.urn)")
                case .didRetry: self?.words.append("retry")
                case .livestreamEnded: self?.words.append("over")
                }
            }
        }
    }

    isolated deinit { listening?.cancel() }

    func forget() { words = [] }
}
