// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowboxCodec
import WindowboxMedia

/// The output of `windowbox probe --system`.
struct SystemReport {
    var support: DecodingSupport
    /// Where frames that a GPU decodes go.
    var framePath = DecodingSupport.framePath(takesBuffers: Self.toolkitTakesBuffers)

    var json: JSONTree {
        .record([
            "kind": "system", "ffmpeg": support.version, "codecs": support.codecs, "interfaces": support.interfaces,
            "gpuFrames": framePath,
        ])
    }

    /// Whether the installed GTK can show a GPU's buffers; nil when it isn't installed. This program is not linked with it.
    private static var toolkitTakesBuffers: Bool? {
        // It stays loaded: GLib can't be unloaded.
        guard let library = dlopen("libgtk-4.so.1", RTLD_LAZY | RTLD_LOCAL) else { return nil }
        return dlsym(library, "gdk_dmabuf_texture_builder_new") != nil
    }

    var summary: String {
        var text = "FFmpeg \(TerminalText.line(support.version))\n"
        text += TerminalText.table(
            support.codecs.map { codec in
                let hardware = codec.interfaces.filter { name in support.interfaces.contains { $0.name == name && $0.problem == nil } }
                let decoder = codec.decoder ?? "no decoder: install an FFmpeg that has one"
                return [codec.kind.name, codec.name, decoder, hardware.isEmpty ? "" : "GPU by " + hardware.joined(separator: ", ")]
            })
        text += "GPU decoding:\n"
        text += TerminalText.table(support.interfaces.map { ["", $0.name, $0.problem.map { "no: \(TerminalText.line($0))" } ?? "yes"] })
        text += "GPU frames are \(framePath).\n"
        return text
    }
}

extension DecodingSupport.Codec: JSONConvertible {
    var json: JSONTree { .record(["name": name, "kind": kind.name, "decoder": decoder, "interfaces": interfaces]) }
}

extension DecodingSupport.Interface: JSONConvertible {
    var json: JSONTree { .record(["name": name, "problem": problem]) }
}
