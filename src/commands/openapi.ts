import { readFile, writeFile } from "node:fs/promises";
import { makeOpenApiDocument } from "../http/openapi/document.ts";

const path = `${import.meta.dirname}/../../openapi/openapi.json`;
const text = `${JSON.stringify(makeOpenApiDocument(), null, 2)}\n`;

// `npm run openapi` writes the document; with --check it only tells whether the file is current.
if (!process.argv.includes("--check")) {
  await writeFile(path, text);
  process.stdout.write("openapi/openapi.json is written\n");
} else if ((await readFile(path, "utf8").catch(() => "")) !== text) {
  process.stderr.write("openapi/openapi.json is not what the routers say: run npm run openapi\n");
  process.exitCode = 1;
}
