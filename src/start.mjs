// The entry point of `npm start`. Plain JavaScript that any version of Node can parse, so that older ones print an
// explanation instead of a syntax error. npm puts the project's own Node first on the path.
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 10)) {
  const isInstalled = existsSync(new URL("../node_modules/node/bin/node", import.meta.url));
  const advice = isInstalled
    ? 'Start it with "npm start", which uses the Node 24 in node_modules.'
    : 'Run "npm ci" without --ignore-scripts, which installs Node 24, then "npm start".';
  process.stderr.write(
    `Propdesk needs Node 24.10 or later, and this is ${process.versions.node}. ${advice}\n`,
  );
  process.exit(1);
}
// Caches the compiled code of thousands of modules for later starts, if the folder is writable.
module.enableCompileCache(
  fileURLToPath(new URL("../node_modules/.cache/propdesk", import.meta.url)),
);
// main.ts replaces these listeners; until then there is nothing to undo.
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.exit(0));
await import("./main.ts");
