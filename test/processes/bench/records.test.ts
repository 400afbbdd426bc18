import { expect, it } from "vitest";
import { startCommand } from "../../support/command.ts";

it("measures the feed, imports and the history against hand-written equivalents", async () => {
  const sizes = { rounds: 1, accounts: 3000, judged: 100, snapshots: 1000, trades: 100, batch: 10 };
  const small = Object.entries(sizes).flatMap(([name, size]) => [`--${name}`, String(size)]);
  const { code, stdout } = await startCommand("test/bench/records/bench-records.ts", small, {})
    .ended;
  expect(code).toBe(0);
  const lines = stdout.trim().split("\n");
  expect(lines).toHaveLength(2 + 9 + 1);
  for (const line of lines.slice(2, -1)) expect(line).toMatch(/^\| .+ \| [\d.]+ \| [\d.]+ \|/);
});
