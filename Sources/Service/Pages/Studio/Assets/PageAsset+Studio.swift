// SPDX-License-Identifier: Apache-2.0

extension PageAsset {
    /// Studio's own.
    static let studio: [PageAsset] = [
        PageAsset("studio.css", StudioStyle.text), PageAsset("studio.js", StudioScript.studio),
        PageAsset("studio-api.js", StudioScript.api),
        PageAsset("studio-check.js", StudioScript.check), PageAsset("studio-leave.js", StudioScript.leave),
        PageAsset("studio-tools.js", StudioScript.tools),
        PageAsset("studio-form.js", StudioScript.form), PageAsset("studio-list.js", StudioScript.list),
        PageAsset("studio-preview.js", StudioScript.preview), PageAsset("studio-upload.js", StudioScript.upload),
        PageAsset("studio-room.js", StudioScript.room),
    ]
}
