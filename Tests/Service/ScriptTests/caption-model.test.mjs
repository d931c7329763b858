// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import {
  cueAt, following, merge, problem, readCaptions, readTime, replaceText, shift, split, timeText, writeCaptions,
} from "../../../Sources/Service/Pages/Web/caption-model.js";

const cue = (start, end, text, more = {}) => ({ id: "", start, end, settings: "", text, ...more });

test("times are read in every usual form, and nothing else is", () => {
  assert.deepEqual(["1:02:03.456", "02:03.4", "123.4", "0", "00:00:01,5", " 7 "].map(readTime), [3723456, 123400, 123400, 0, 1500, 7000]);
  for (const text of ["", "a", "1:", ":1", "1:60", "1:2:3:4", "-1", "1e3", "1.5:00", "Infinity", "100:00:00"]) assert.equal(readTime(text), null, text);
});

test("times are written with hours only if they have any", () => {
  assert.deepEqual([0, 65432, 3600000, 359999999].map(timeText), ["00:00.000", "01:05.432", "01:00:00.000", "99:59:59.999"]);
});

test("what is read is written as it was: identifiers, settings, styles and tags", () => {
  const file = "WEBVTT\n\nSTYLE\n::cue { color: lime }\n\nfirst\n00:01.000 --> 00:02.500 line:0 align:start\n<v Ann>Hello,\n<i>you</i>\n\n"
    + "01:00:00.000 --> 01:00:01.000\nEnd\n";
  const captions = readCaptions(file);
  assert.deepEqual(captions.cues, [
    cue(1000, 2500, "<v Ann>Hello,\n<i>you</i>", { id: "first", settings: "line:0 align:start" }), cue(3600000, 3601000, "End"),
  ]);
  assert.equal(writeCaptions(captions), file);
});

test("files of other programs are read: a mark, other line ends, empty lines, notes, broken times", () => {
  const { head, cues } = readCaptions("\uFEFFWEBVTT - made by hand\r\n\r\nNOTE a\r\n\r\n\r\n1\r\n00:01.000 --> 00:02.000\r\nA\r\n\r\nNOTE b\r\n\r\n"
    + "00:xx --> 00:03.000\r\nB\r\n\r\n00:04.000 --> 00:05.000\r\nC");
  assert.equal(head, "WEBVTT - made by hand\n\nNOTE a");
  assert.deepEqual(cues, [cue(1000, 2000, "A", { id: "1" }), cue(4000, 5000, "C")]);
  assert.deepEqual(readCaptions(""), { head: "WEBVTT", cues: [] });
});

test("no text can end its cue early or become another one", () => {
  const file = writeCaptions({ head: "WEBVTT", cues: [cue(0, 1000, "a\n\n00:09.000 --> 00:10.000\nb\r\n\r\n"), cue(2000, 3000, "c")] });
  assert.deepEqual(readCaptions(file).cues.map((one) => one.text), ["a\n00:09.000 --&gt; 00:10.000\nb", "c"]);
});

test("cues are written in the order of their times, and empty ones are left out", () => {
  const file = writeCaptions({ head: "WEBVTT", cues: [cue(2000, 3000, "b"), cue(0, 1000, "  "), cue(1000, 2000, "a")] });
  assert.deepEqual(readCaptions(file).cues.map((one) => one.text), ["a", "b"]);
});

test("the first problem is named with its cue and field", () => {
  assert.equal(problem([cue(0, 1, "a")]), null);
  assert.equal(problem([cue(null, null, " "), cue(0, 1, "a")]), null, "an empty caption is not saved, whatever its times");
  assert.deepEqual([problem([cue(0, 1, "a"), cue(null, 1, "b")]), problem([cue(0, null, "a")]), problem([cue(5, 5, "a")])].map((one) => [one.index, one.field]),
    [[1, "start"], [0, "end"], [0, "end"]]);
  assert.equal(problem([]).index, -1);
});

test("a cue is divided where the text is, and never into an empty one", () => {
  assert.deepEqual(split(cue(0, 1000, "abcd efgh", { id: "x" }), 4), [cue(0, 500, "abcd", { id: "x" }), cue(500, 1000, "efgh")]);
  assert.equal(split(cue(0, 1000, "abcd"), 0), null);
  assert.equal(split(cue(0, 1000, "abcd "), 4), null);
  assert.equal(split(cue(0, 1, "a b"), 1), null, "too short for two");
});

test("two cues become one that is shown as long as both", () => {
  assert.deepEqual(merge(cue(0, 1000, "a"), cue(1500, 2000, "b")), cue(0, 2000, "a\nb"));
  assert.deepEqual(merge(cue(0, 1000, ""), cue(100, 500, "b")), cue(0, 1000, "b"));
});

test("a new cue takes the gap to the next one", () => {
  assert.deepEqual(following(cue(0, 1000, "a"), cue(1800, 3000, "b")), cue(1000, 1800, ""));
  assert.deepEqual(following(cue(0, 1000, "a"), cue(1000, 3000, "b")), cue(1000, 3000, ""));
  assert.deepEqual(following(undefined, undefined), cue(0, 2000, ""));
});

test("captions are moved together, none before the start", () => {
  assert.deepEqual(shift([cue(1000, 2000, "a"), cue(null, 3000, "b")], -1500), [cue(0, 500, "a"), cue(null, 1500, "b")]);
});

test("a text is replaced everywhere, and counted", () => {
  const { cues, count } = replaceText([cue(0, 1, "Jon and Jon"), cue(1, 2, "none")], "Jon", "John");
  assert.deepEqual([cues[0].text, cues[1].text, count], ["John and John", "none", 2]);
  assert.equal(replaceText(cues, "", "x").count, 0);
  assert.equal(replaceText([cue(0, 1, "a.b")], ".", "$&").cues[0].text, "a$&b");
});

test("the cue at a time is the last one that is shown then", () => {
  const cues = [cue(0, 5000, "a"), cue(1000, 2000, "b")];
  assert.deepEqual([0, 1500, 3000, 5000].map((time) => cueAt(cues, time)), [0, 1, 0, -1]);
});
