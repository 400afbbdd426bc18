import { expect, it } from "vitest";
import { startCommand } from "../../support/command.ts";
import { scenarios } from "../../bench/scenarios.ts";

it("measures the product against the ceiling, and cleans up", async () => {
  const small = ["--traders", "100", "--rounds", "1", "--calls", "20"];
  const { code, stdout, stderr } = await startCommand("test/bench/bench-command.ts", small, {})
    .ended;
  expect(stderr).toMatch(/^users .* 100 % {2}100 rows/m);
  const lines = stdout.trim().split("\n");
  expect([code, lines.length]).toEqual([0, 2 + scenarios.length]);
  for (const [index, { name }] of scenarios.entries()) {
    expect(lines[index + 2]).toMatch(
      new RegExp(`^\\| ${name} \\| \\d+\\.\\d{3} \\| \\d+\\.\\d{3} \\|`),
    );
  }
});
