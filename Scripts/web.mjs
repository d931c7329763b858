// SPDX-License-Identifier: Apache-2.0
// Checks the scripts of the pages: node web.mjs FOLDER TESTS
//
// - each parses as a module
// - imports exist as exports, and imports and declarations are used; tests count as users of exports
// - text is never evaluated or parsed as markup

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

const [folder, tests] = process.argv.slice(2);
if (!tests) {
  console.error("web: name the folder of the scripts and that of their tests: node web.mjs FOLDER TESTS");
  process.exit(2);
}
const modules = new Map(readdirSync(folder).filter((name) => name.endsWith(".js")).sort()
  .map((name) => [name, readFileSync(path.join(folder, name), "utf8")]));
const users = readdirSync(tests).filter((name) => name.endsWith(".mjs")).map((name) => readFileSync(path.join(tests, name), "utf8"));
const breaches = [];

/** Blanks comments and the contents of plain strings, and keeps lines and the code inside of templates. */
function code(source) {
  const blank = (text) => text.replace(/[^\n]/g, " ");
  return source.replace(/\/\*[^]*?\*\/|(^|[\s;{}(,])\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (found, before = "") => {
    if (found.startsWith('"') || found.startsWith("'")) return `${found[0]}${blank(found.slice(1, -1))}${found[0]}`;
    return `${before}${blank(found.slice(before.length))}`;
  });
}

function breach(name, source, index, text) {
  breaches.push(`${path.join(folder, name)}:${source.slice(0, index).split("\n").length}: ${text}`);
}

const list = (names) => names.split(",").map((name) => name.trim().split(/\s+as\s+/)).filter(([name]) => name);
const uses = (text, name) => text.match(new RegExp(`(?<![\\w$.])${name.replace("$", "\\$")}(?![\\w$])|\\.\\.\\.${name}(?![\\w$])`, "g"))?.length ?? 0;

function exportsOf(source) {
  const declared = [...source.matchAll(/^export (?:async )?(?:function|const|let|class) ([\w$]+)/gm)].map(([, name]) => name);
  const passedOn = [...source.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) => list(names).map((pair) => pair.at(-1)));
  return [...declared, ...passedOn];
}

const importPattern = /^(?:import|export) \{([^}]*)\} from (["'])\.\/([^"']+)\2;/gm;
/** A module that is loaded only when it is needed. */
const laterPattern = /\bconst \{([^}]*)\} = await import\((["'])\.\/([^"']+)\2\);/g;
const wanted = new Map([...modules.keys()].map((name) => [name, new Set()]));
for (const [name, source] of modules) {
  for (const found of [...source.matchAll(importPattern), ...source.matchAll(laterPattern)]) {
    for (const [imported] of list(found[1])) wanted.get(found[3])?.add(imported);
    if (!modules.has(found[3])) breach(name, source, found.index, `there is no ${found[3]} to import`);
  }
  for (const found of source.matchAll(/ from (["'])(\.\/[^"']+|[^."'][^"']*)\1|^import (["'])([^"']+)\3/gm)) {
    const target = (found[2] ?? found[4]).replace("./", "");
    if (!modules.has(target)) breach(name, source, found.index, `there is no ${target} to import`);
  }
}

for (const [name, source] of modules) {
  const parsed = spawnSync(process.execPath, ["--check", path.join(folder, name)], { encoding: "utf8" });
  if (parsed.status !== 0) {
    breaches.push(parsed.stderr.trim().split("\n").slice(0, 5).join("\n"));
    continue;
  }
  const plain = code(source);
  const unsafe = /\beval\s*\(|\bnew Function\b|\bdocument\.write|\.(?:inner|outer)HTML\s*(?:\+?=)(?!=)|\.insertAdjacentHTML\b|\.setHTMLUnsafe\b|\bset(?:Timeout|Interval)\(\s*["'`]/g;
  for (const found of plain.matchAll(unsafe)) breach(name, source, found.index, `${found[0].trim()} reads text as code or markup; make elements instead`);
  for (const found of [...source.matchAll(importPattern), ...source.matchAll(laterPattern)]) {
    const known = exportsOf(modules.get(found[3]) ?? "");
    for (const pair of list(found[1])) {
      if (!known.includes(pair[0])) breach(name, source, found.index, `${found[3]} exports no ${pair[0]}`);
      if (found[0].startsWith("import") && uses(plain, pair.at(-1)) < 2 + (pair.length > 1 && pair[0] === pair[1] ? 1 : 0)) {
        breach(name, source, found.index, `${pair.at(-1)} is imported and not used`);
      }
    }
  }
  for (const found of plain.matchAll(/^(export )?(?:async )?(?:function|const|let|class) ([\w$]+)/gm)) {
    const [, isExported, declared] = found;
    const isUsed = uses(plain, declared) > 1
      || isExported && (wanted.get(name).has(declared) || users.some((text) => text.includes(`/${name}"`) && uses(text, declared) > 0));
    if (!isUsed) breach(name, source, found.index, `${declared} is not used`);
    else if (isExported && !wanted.get(name).has(declared) && !users.some((text) => uses(text, declared) > 0)) {
      breach(name, source, found.index, `${declared} is exported and nobody imports it`);
    }
  }
}

if (breaches.length > 0) {
  console.error(breaches.join("\n"));
  console.error(`web: ${breaches.length} faults`);
  process.exit(1);
}
console.log(`web: ${modules.size} scripts`);
