// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct PrintCompletion: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print a script that lets a shell complete commands, options and files.",
        discussion: """
            Add one of these lines to the startup file of your shell, such as ~/.bashrc:

              bash  source <(windowbox completion bash)
              zsh   source <(windowbox completion zsh), after compinit
              fish  windowbox completion fish | source

            `make install` and the Debian package install all three. For serve and ingest, which are separate programs, only files are \
            completed.
            """)

    enum Shell: String, CaseIterable, ExpressibleByArgument { case bash, zsh, fish }

    @Argument(help: "bash, zsh or fish.")
    var shell: Shell

    func run() { print(Self.script(for: shell)) }

    static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: Windowbox.completionScript(for: .bash)
        case .zsh: Windowbox.completionScript(for: .zsh)
        case .fish: Windowbox.completionScript(for: .fish)
        }
    }
}
