// SPDX-License-Identifier: Apache-2.0

/** A quality of an item. */
export interface Variant {
  /** Peak bit/s; 0 if the playlist doesn't say. */
  bandwidth: number;
  /** Pixels; 0 if unknown. */
  width: number;
  height: number;
  frameRate: number | null;
  /** RFC 6381. */
  codecs: string | null;
  /** Why it is never chosen; null if it may be. */
  excluded: string | null;
}

/** An alternative sound or text of an item. */
export interface Rendition {
  name: string;
  /** BCP 47. */
  language: string | null;
  characteristics: string[];
  isDefault: boolean;
  isForced: boolean;
  isAutoselect: boolean;
}

/** Where an item can be played, in seconds. */
export interface Timeline {
  kind: "on-demand" | "live" | "dvr";
  /** null while a live stream goes on. */
  duration: number | null;
  start: number;
  end: number;
  /** Where playback joins a live stream. */
  livePosition: number | null;
  /** Seconds since 1970 of second 0; null without dates. */
  dateOfZero: number | null;
}

/** The `value` of a cue of the track `id3`: a frame of an ID3 tag. */
export interface ID3Frame {
  /** `TXXX`, `PRIV`, `TIT2` and so on. */
  key: string;
  /** The description of `TXXX` and `WXXX`, the owner of `PRIV` and `UFID`. */
  info?: string;
  data: string | ArrayBuffer;
}

/** What encrypted media needs. */
export interface KeyRequest {
  /** 32 hexadecimal digits each. */
  keyIds: string[];
  /** KEYFORMAT and URI of EXT-X-KEY; null if the playlist has none. */
  format: string | null;
  url: string | null;
}

/** Keys by their identifiers, in hexadecimal digits or base64url. */
export type Keys = Record<string, string>;

/** What the text of a cue of the track `EXT-X-DATERANGE` says, as JSON. */
export interface DateRange {
  ID: string;
  CLASS?: string;
  /** Hexadecimal, as in the playlist. */
  "SCTE35-OUT"?: string;
  "SCTE35-IN"?: string;
  "SCTE35-CMD"?: string;
  [clientAttribute: `X-${string}`]: string;
}

/** Cause, location and remedy of a failure. */
export declare class PlayerError extends Error {
  /**
   * `playlist`, `noPlayableVariant`, `unavailable`, `frozen`, `stuck`, `key`, `outputRestricted`, `unsupported`; `core` and `page` for the
   * player itself.
   */
  readonly code: string;
  readonly url: string | null;
  /** Whether the same may work later. */
  readonly isTransient: boolean;
  readonly mediaErrorCode: number;
}

/**
 * `<windowbox-player>`. It has the properties, methods and events of `HTMLMediaElement`, and those below.
 *
 * Attributes: `src`, `autoplay`, `muted`, `loop`, `poster`, `thumbnails`, `preload` (`none` waits for `play()`), `controls="none"`, `captions` (a language,
 * or empty for that of the page), `audio` (a language), `start` (seconds), `quality="full"` (not limited by the size on the page),
 * `latency="normal"`, `crossorigin="use-credentials"`, `native` (the browser's own HLS, if it has it), `record`. `<track>` elements inside
 * it are those of its media element.
 */
export declare class WindowboxPlayer extends HTMLElement {
  /** The address of `windowbox.wasm`; next to the script by default. */
  static moduleURL: URL | string;
  /** The address of `windowbox-transmux.wasm`, which is loaded only for MPEG-TS and packed audio; next to the script by default. */
  static transmuxURL: URL | string;
  /** The address of `windowbox-captions.wasm`, which is loaded only for closed captions in the pictures; next to the script by default. */
  static captionsURL: URL | string;

  src: string;
  readonly currentSrc: string;
  autoplay: boolean;
  loop: boolean;
  muted: boolean;
  defaultMuted: boolean;
  volume: number;
  poster: string;
  preload: string;
  currentTime: number;
  playbackRate: number;
  defaultPlaybackRate: number;
  preservesPitch: boolean;
  disableRemotePlayback: boolean;
  readonly controls: boolean;
  readonly duration: number;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly seeking: boolean;
  readonly readyState: number;
  readonly networkState: number;
  readonly videoWidth: number;
  readonly videoHeight: number;
  readonly buffered: TimeRanges;
  readonly seekable: TimeRanges;
  readonly played: TimeRanges;
  readonly textTracks: TextTrackList;
  readonly error: PlayerError | null;
  play(): Promise<void>;
  pause(): void;
  load(): void;
  fastSeek(time: number): void;
  addTextTrack(kind: TextTrackKind, label?: string, language?: string): TextTrack;
  canPlayType(type: string): CanPlayTypeResult;
  getVideoPlaybackQuality(): VideoPlaybackQuality;
  requestPictureInPicture(): Promise<PictureInPictureWindow>;

  readonly variants: Variant[];
  /** The variant being loaded; -1 before the first. Event `variantchange`. */
  readonly playingVariant: number;
  /** The variant the viewer chose; null is automatic. */
  readonly selectedVariant: number | null;
  selectVariant(index: number | null): void;
  readonly audioRenditions: Rendition[];
  readonly selectedAudio: number | null;
  selectAudio(index: number | null): void;
  readonly subtitles: Rendition[];
  readonly selectedSubtitles: number | null;
  selectSubtitles(index: number | null): void;
  /** null before the first playlist. Event `timelinechange`. */
  readonly timeline: Timeline | null;
  seekToLive(): void;
  /** Keys of encrypted media; set before `src`. The playlist's own keys are not loaded then. */
  keys: Keys | null;
  /** Is asked for keys when the media needs them; set before `src`. */
  keyProvider: ((request: KeyRequest) => Keys | Promise<Keys>) | null;
  readonly mediaKeys: MediaKeys | null;
  /** Loads again, after a failure for example, and goes on where it was; a live stream at its edge. */
  retry(): void;
  /** Whether the browser plays HLS itself, without the module. */
  readonly playsNatively: boolean;
  /** Ends playback and gives everything back. */
  close(): void;
  /** The decisions so far and their reasons, the oldest first. */
  readonly journal: string[];
  /** With the attribute `record`: everything the session was told, for `windowbox simulate --journal`. */
  recording(): Uint8Array;
  readonly state: { buffered: { [kind: string]: [number, number][] }; requests: number; memory: number } | null;
}

declare global {
  interface HTMLElementTagNameMap { "windowbox-player": WindowboxPlayer; }
  interface HTMLElementEventMap { presentationchange: Event; timelinechange: Event; variantchange: Event; warning: CustomEvent<string>; }
}
