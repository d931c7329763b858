// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The page on which the captions of a video in one language are corrected line by line, beside the video.
public struct StudioCaptions: Sendable {
    var video: Video
    var language: String
    var isNew: Bool
    var isAutomatic: Bool
    var mayWrite: Bool
    var previewURL: String?

    /// - Parameters:
    ///   - language: BCP 47.
    ///   - isNew: whether the video has no captions in the language yet.
    ///   - isAutomatic: whether speech recognition made them.
    ///   - previewURL: the URL of the preview; nil if the video isn't ready.
    public init(_ video: Video, language: String, isNew: Bool, isAutomatic: Bool, mayWrite: Bool, previewURL: String?) {
        self.video = video
        self.language = language
        self.isNew = isNew
        self.isAutomatic = isAutomatic
        self.mayWrite = mayWrite
        self.previewURL = previewURL
    }

    static func path(_ video: String, _ language: String? = nil) -> String {
        "/studio/videos/\(video)/captions\(language.map { "?lang=\($0)" } ?? "")"
    }

    public var page: StudioPage {
        let title = video.caption.isEmpty ? "Untitled video" : video.caption
        let back = PageFragments.linkButton("/studio/videos/\(video.id)", "Back to the video", style: "button")
        return StudioPage(
            "Subtitles (\(language)): \(title)", in: .videos, actions: back,
            body: """
                <div class="columns captions"><div class="main">\(note)\(form)</div>
                <aside aria-label="Preview">\(preview)</aside></div>
                """)
    }

    private var note: HTML? {
        guard isAutomatic else { return nil }
        return """
            <p class="note">Speech recognition wrote these subtitles. Play each one and correct it. Once you save, they are no longer
            marked as automatic.</p>
            """
    }

    private var form: HTML {
        let path = APIRoute.path("setSubtitles", video.id, language)
        let source: HTML? = isNew ? nil : " data-source=\"\(path)\""
        let append: HTML? = mayWrite ? "<p><button type=\"button\" data-do=\"append\">Add a subtitle</button></p>" : nil
        let save: HTML? = mayWrite ? "<div class=\"row save\"><button class=\"primary\">Save</button></div>" : nil
        return """
            <form id="captions" data-path="\(path)" data-language="\(language)"\(source)\(mayWrite ? "" : " data-reads-only") novalidate>
            <p class="fault general" role="alert" hidden></p>
            \(mayWrite ? tools : Self.readOnly)
            <ol class="cues" aria-label="Subtitles"></ol>
            \(mayWrite ? Self.row : Self.readOnlyRow)
            \(append)\(save)
            </form>
            """
    }

    private var tools: HTML {
        """
        <details><summary>Change all of them</summary>
        <div class="row"><div class="field"><label for="shift">Move by seconds (negative: earlier)</label>
        <input id="shift" type="number" step="0.1" value="0.5" data-kind="none"></div><button type="button" data-do="shift">Move</button></div>
        <div class="row"><div class="field"><label for="find">Find</label><input id="find" data-kind="none"></div>
        <div class="field"><label for="replacement">Replace with</label><input id="replacement" data-kind="none"></div>
        <button type="button" data-do="replace">Replace all</button></div></details>
        <div class="row edits" role="group" aria-label="Change the chosen subtitle">
        <button type="button" data-do="start">Start here</button><button type="button" data-do="end">End here</button>
        <button type="button" data-do="split">Split at cursor</button><button type="button" data-do="merge">Merge with next</button>
        <button type="button" data-do="insert">Add below</button><button type="button" class="danger" data-do="remove">Delete</button></div>
        """
    }

    private static let readOnly: HTML = "<p>You have read-only access. Editing needs the scope <code>videos:write</code>.</p>"

    private static let times: HTML = """
        <button type="button" data-do="play" aria-label="Play this subtitle">▶</button>
        <input data-cue="start" aria-label="Start" inputmode="decimal" autocomplete="off">
        <input data-cue="end" aria-label="End" inputmode="decimal" autocomplete="off">
        """

    private static let row: HTML = """
        <template><li class="cue">\(times)
        <textarea data-cue="text" aria-label="Text" rows="2" dir="auto" maxlength="2000"></textarea>
        <p class="fault" hidden></p></li></template>
        """

    private static let readOnlyRow: HTML = """
        <template><li class="cue"><button type="button" data-do="play" aria-label="Play this subtitle">▶</button>
        <input data-cue="start" aria-label="Start" readonly><input data-cue="end" aria-label="End" readonly>
        <textarea data-cue="text" aria-label="Text" rows="2" dir="auto" readonly></textarea><p class="fault" hidden></p></li></template>
        """

    private var preview: HTML {
        guard let previewURL else { return "<p class=\"hint\">The preview appears when the video is ready.</p>" }
        return """
            <video class="preview" controls playsinline preload="auto" data-preview="\(previewURL)" src="\(previewURL)" aria-label="Preview"></video>
            \(mayWrite ? Self.keys : "")
            """
    }

    private static let keys: HTML = """
        <p class="hint">While you write: <kbd>Ctrl</kbd>+<kbd>Enter</kbd> plays the subtitle, <kbd>Ctrl</kbd>+<kbd>Space</kbd> pauses or
        goes on, <kbd>Alt</kbd>+<kbd>↑</kbd> and <kbd>Alt</kbd>+<kbd>↓</kbd> go to the one before and after.</p>
        """
}
