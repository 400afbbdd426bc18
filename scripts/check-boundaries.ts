// `npm run boundaries`: checks the imports of src, web and the client's build against .dependency-cruiser.mjs.
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractOptions from "dependency-cruiser/config-utl/extract-depcruise-options";

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
if (reported.length > 0) process.exit(1);
process.stdout.write(`No wrong imports in ${totalCruised} modules.\n`);
