import { readFile, writeFile } from "node:fs/promises";
import { buildOpenApiDocument } from "../http/openapi/document.ts";
import { renderPermissions } from "../http/openapi/permission-table.ts";

// `npm run openapi` writes the files that are generated from the calls; with `--check`, it compares them instead.
const generated = {
  "openapi/openapi.json": `${JSON.stringify(buildOpenApiDocument(), null, 2)}\n`,
  "docs/permissions.md": renderPermissions(),
};

for (const [name, text] of Object.entries(generated)) {
  const path = `${import.meta.dirname}/../..//${name}`;
  if (!process.argv.includes("--check")) {
    await writeFile(path, text);
    process.stdout.write(`Wrote ${name}\n`);
  } else if ((await readFile(path, "utf8").catch(() => "")) !== text) {
    process.stderr.write(`${name} does not match the declared calls: run npm run openapi\n`);
    process.exitCode = 1;
  }
}
