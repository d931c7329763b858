// SPDX-License-Identifier: Apache-2.0

/** What the core is told before it starts; see `BrowserOptions` in Swift. */
export interface CoreOptions {
  /** Absolute URL of a playlist. */
  url: string;
  /** The codec families that the browser decodes. */
  codecs: string[];
  /** BCP 47 tags, in order of preference. */
  audioLanguages: string[];
  subtitleLanguages: string[];
  /** Seconds and bytes of media that are loaded ahead. */
  bufferGoal: number;
  bufferBytes: number;
  usesLowLatency: boolean;
  /** Bit/s of an earlier item; null if there was none. */
  throughput: number | null;
  isRecorded: boolean;
  /** Whether the application has keys of encrypted media, or gives them. */
  hasApplicationKeys: boolean;
}
