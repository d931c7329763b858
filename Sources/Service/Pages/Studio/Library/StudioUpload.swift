// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The upload page.
public enum StudioUpload {
    /// - Parameter mayPublish: whether the user may publish what was uploaded; else only ask for it.
    public static func page(channels: [VideoChannel], mayPublish: Bool) -> StudioPage {
        guard !channels.isEmpty else {
            return StudioPage(
                "Upload", in: .upload,
                body: PageFragments.empty(
                    "Every video belongs to a channel. Create a channel first.",
                    PageFragments.linkButton("/studio/channels/new", "New channel")))
        }
        let options = channels.map { (value: $0.id, label: $0.name) }
        return StudioPage(
            "Upload", in: .upload,
            body: """
                <form id="upload"\(mayPublish ? "" : " data-asks") novalidate><p class="fault general" role="alert" hidden></p>
                <div class="drop"><label for="files">Drop video files here, or choose them</label>
                <input type="file" id="files" accept="video/*,.mkv,.ts,.mov" multiple aria-describedby="files-hint">
                <p class="hint" id="files-hint">MP4, MOV, WebM, Matroska or MPEG-TS. An upload that was interrupted resumes when you choose the
                same file again. Videos start as drafts that only you can see.</p></div>
                \(Field.choice("channel_id", "Channel", channels[0].id, options))
                \(Field.area("hashtags", "Hashtags for all files", "", hint: "Separated by spaces, without #.", kind: .words, rows: 2))
                </form>
                <h2 id="on-the-way">Uploads</h2>
                <ul id="uploads" aria-labelledby="on-the-way"></ul>
                <p class="hint" id="no-uploads">No uploads yet.</p>
                """)
    }
}
