import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    globalSetup: ["test/support/database-server.ts", "test/support/web-client.ts"],
    // Tests use real databases, processes and browsers, so generous limits avoid false failures.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
  },
});
