import { expect, it } from "vitest";
import { startCommand } from "../../support/command.ts";

it("measures open streams", async () => {
  const small = ["--streams", "20", "--idle", "0.1"];
  const { code, stdout } = await startCommand("test/bench/bench-streams.ts", small, {}).ended;
  expect(code).toBe(0);
  const lines = stdout.trim().split("\n");
  expect(lines).toHaveLength(6);
  expect(lines[0]).toMatch(/^20 streams opened in \d+ s$/);
  expect(lines.at(-1)).toMatch(/^All accounts fed: .+, all after [\d.]+ s$/);
});
