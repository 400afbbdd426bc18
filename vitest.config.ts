import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    globalSetup: ["test/support/database-server.ts", "test/support/web-client.ts"],
    // Real databases, processes and browsers on two cores: patience, not speed, is what is limited.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
  },
});
