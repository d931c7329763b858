// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension DownloadStateMachine {
    mutating func read(_ bytes: [UInt8], of job: Job, url: String, at now: Instant) -> [Action] {
        let options = ReadingOptions(importable: draft?.definitions ?? [])
        do throws(DownloadError) {
            let playlist: Playlist
            do throws(PlaylistDiagnostic) { playlist = try Playlist.parse(bytes, baseURL: url, options: options).get() } catch {
                throw DownloadError(.malformed, "The playlist can't be read: \(error.message) (line \(error.line)).", url: url)
            }
            switch (job, playlist) {
            case (.entry, .media(let media)): draft = PlanDraft(media)
            case (.entry, .multivariant(let several)):
                draft = PlanDraft(several, try RenditionChoice(several, policy.preference, policy.capabilities))
                return next(at: now)
            case (.playlist(let track), .media(let media)):
                guard media.isEndList else { throw .live(url) }
                guard draft?.add(media, track: track) == true else { return next(at: now) }
            default:
                throw DownloadError(.malformed, "Found a multivariant playlist instead of a media playlist.", url: url)
            }
            guard let draft else { return [] }
            let (plan, texts) = try draft.finished(LocalPlaylist(acceptsKey: policy.acceptsKey))
            return store(plan, texts: texts)
        } catch {
            draft = nil
            return fail(error)
        }
    }
}
