// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// The part of a video's page that sets and removes its password.
struct StudioVideoPassword: Sendable {
    let video: Video

    var html: HTML {
        let path = APIRoute.path("setVideoPassword", video.id)
        let state: HTML =
            video.isProtected
            ? "Viewers need the password. The video is in no list: send them its address."
            : "With a password, only those who know it can play the video, and it is in no list."
        let remove: HTML? =
            video.isProtected
            ? StudioForm.button(
                "Remove the password", "DELETE", path, question: "Remove the password? Everyone who may see the video can play it then.")
            : nil
        let field = Field.text(
            "password", "New password", "",
            hint: "6 to 200 characters. A new password locks the video for those who entered the earlier one.", type: "password",
            .required("a password", maxLength: 200), more: " autocomplete=\"new-password\"")
        let form = StudioForm.form(
            "PUT", path, submit: video.isProtected ? "Change the password" : "Set the password", field)
        return """
            <section aria-labelledby="password-title"><h2 id="password-title">Password</h2><p class="hint">\(state)</p>
            \(form)\(remove)</section>
            """
    }
}
