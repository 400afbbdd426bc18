// `npm run boundaries`: checks the imports of src, web and the client's build against .dependency-cruiser.mjs, and that
// src/platform names nothing of the business.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { businessWordsIn, exceptions } from "./business-words.ts";

const folders = ["src", "web", "vite", "vite.config.ts"];

const result = await cruise(folders, await extractOptions("./.dependency-cruiser.mjs"));
const { violations, totalCruised } = (result.output as ICruiseResult).summary;
// One wrong import closes dozens of cycles of folders, so those are listed only if nothing else explains them.
const ofModules = violations.filter(({ rule }) => rule.name !== "folders-import-one-way");
const reported = ofModules.length > 0 ? ofModules : violations;

for (const { rule, from, to, cycle = [] } of reported) {
  const path = cycle.length > 0 ? cycle.map(({ name }) => name) : [to];
  process.stderr.write(`${rule.name}: ${[from, ...path].join(" → ")}\n`);
}

const platform = join(import.meta.dirname, "../src/platform");
const unused = new Set(exceptions);
let named = 0;
for (const path of globSync("**/*.ts", { cwd: platform }).toSorted()) {
  const lines = [path, ...readFileSync(join(platform, path), "utf8").split("\n")];
  for (const [line, text] of lines.entries()) {
    for (const word of businessWordsIn(text)) {
      const exception = exceptions.find((each) => each.word === word && each.path.test(path));
      if (exception) unused.delete(exception);
      else {
        named += 1;
        process.stderr.write(`platform-knows-no-business: src/platform/${path}:${line} ${word}\n`);
      }
    }
  }
}
for (const { path, word } of unused) {
  process.stderr.write(`business-words.ts: no file that ${path} matches names a ${word}\n`);
}

if (reported.length + named + unused.size > 0) process.exit(1);
process.stdout.write(`No wrong imports in ${totalCruised} modules.\n`);
