// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    mutating func reloadDueTracks() {
        guard phase == .running || phase == .loadingTracks else { return }
        for lane in lanes where lane.isActive {
            guard let index = lane.track, playlists.tracks[index].load == nil else { continue }
            if let due = playlists.tracks[index].nextReload {
                if due <= now { loadTrack(index) }
            } else if playlists.tracks[index].playlist == nil {
                loadTrack(index)
            } else if playlists.tracks[index].isLive {
                // A lane came back to a playlist that nobody followed meanwhile.
                playlists.planReload(index, at: now)
                if let due = playlists.tracks[index].nextReload, due <= now { loadTrack(index) }
            }
        }
    }
}
