// SPDX-License-Identifier: Apache-2.0

/// What runs in Studio's pages. They work with the API alone, as any other program does.
enum StudioScript {}
