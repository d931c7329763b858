// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCodec
import WindowboxGTK

guard let options = LaunchOptions(CommandLine.arguments.dropFirst()) else {
    StandardError.say(LaunchOptions.usage)
    exit(2)
}
guard Application.hasDisplay else {
    StandardError.say("no display: neither DISPLAY nor WAYLAND_DISPLAY leads to one; `windowbox play --headless` needs none")
    exit(1)
}
CodecLog.quiet()
let application = Application(id: "org.windowbox.Desktop") { application in
    Session(options).present(in: application)
}
exit(application.run())
