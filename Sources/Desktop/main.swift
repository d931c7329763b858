// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCodec
import WindowboxEngine
import WindowboxGTK
import WindowboxLibrary

let began = MonotonicClock.now
UnusedMemory.keepLittle()
if let text = LaunchOptions.textOutput(for: LaunchOptions.arguments) {
    print(text)
    exit(0)
}
let options: LaunchOptions
do { options = try LaunchOptions(LaunchOptions.arguments) } catch {
    StandardError.write("windowbox-desktop: \(error.message)\n\(LaunchOptions.usage)\n  See 'windowbox-desktop --help' for more.")
    exit(2)
}
Application.prepare()
let library = Library(at: Library.standardLocation())
library.settings.appearance.apply()
// Connect to the sound server and the display in parallel.
let audioOutput = AsyncAudioOutput()
guard Application.hasDisplay else {
    StandardError.write("can’t open a display: check DISPLAY and WAYLAND_DISPLAY; `windowbox play --headless` works without one")
    exit(1)
}
CodecLog.quiet()
let app = DesktopApp(options, began: began, library: library, audioOutput: audioOutput)
let application = Application(id: DesktopApp.id, isUnique: !options.needsOwnProcess) { app.start(in: $0) }
if !options.needsOwnProcess {
    let request = OpenRequest(title: options.title, start: options.start)
    if application.handOver(options.absoluteAddresses, hint: request.hint) { exit(0) }
    application.onOpen { addresses, hint in app.open(addresses, OpenRequest(hint: hint)) }
}
exit(application.run())
