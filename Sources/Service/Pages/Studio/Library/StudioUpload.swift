// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Where files come in.
public enum StudioUpload {
    public static func page(channels: [VideoChannel]) -> StudioPage {
        guard !channels.isEmpty else {
            return StudioPage(
                "Upload", in: .upload,
                body: Words.empty("A video belongs to a channel. Make one first.", Words.go("/studio/channels/new", "New channel")))
        }
        let options = channels.map { (value: $0.id, label: $0.name) }
        return StudioPage(
            "Upload", in: .upload,
            body: """
                <form id="upload" novalidate><p class="fault general" role="alert" hidden></p>
                <div class="drop"><label for="files">Video files</label>
                <input type="file" id="files" accept="video/*,.mkv,.ts,.mov" multiple>
                <p class="hint">Drop them here, or choose them. What broke off goes on where it was.</p></div>
                \(Field.choice("channel_id", "Channel", channels[0].id, options))
                \(Field.area("hashtags", "Hashtags for all of them", "", hint: "Separated by spaces, without #.", kind: .words, rows: 2))
                </form>
                <h2 id="on-the-way">On their way</h2>
                <ul id="uploads" aria-labelledby="on-the-way"></ul>
                <p class="hint" id="no-uploads">Nothing yet.</p>
                """)
    }
}
