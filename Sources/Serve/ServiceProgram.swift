// SPDX-License-Identifier: Apache-2.0

@main enum ServiceProgram { static func main() {} }
