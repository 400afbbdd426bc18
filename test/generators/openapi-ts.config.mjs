import { defineConfig } from "@hey-api/openapi-ts";

// oxlint-disable-next-line import/no-default-export -- the generator requires it
export default defineConfig({
  input: "./openapi.json",
  // Node's module resolution requires extensions.
  output: { path: "./generated/hey-api", module: { extension: ".js" } },
  logs: { file: false },
});
