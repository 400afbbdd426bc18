import { defineConfig } from "orval";

// oxlint-disable-next-line import/no-default-export -- the generator requires it
export default defineConfig({
  propdesk: {
    input: "./openapi.json",
    output: {
      target: "./generated/orval.ts",
      client: "fetch",
      baseUrl: { runtime: "process.env.PROPDESK_API" },
    },
  },
});
