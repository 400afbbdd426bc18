import { access } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startCommand } from "../../support/command.ts";

it.each([
  ["src/commands/audit.ts", ["verify"]],
  ["src/commands/audit.ts", ["heads"]],
  ["src/commands/keys.ts", ["list"]],
  ["src/commands/keys.ts", ["rotate"]],
  ["src/commands/backup.ts", ["backup.tar.gz"]],
  ["src/commands/admin.ts", ["list"]],
  ["src/commands/admin.ts", ["revoke", "1"]],
])("%s %j fails if DATA_DIR has no installation, and creates none", async (command, args) => {
  const dataDir = join(tmpdir(), "propdesk-is-not-here");
  const env = { DATA_DIR: dataDir, DATABASE_URL: "" };
  expect(await startCommand(command, args, env).ended).toMatchObject({
    code: 1,
    stdout: "",
    stderr: `${dataDir} contains no Propdesk data: set DATA_DIR to the correct folder.\n`,
  });
  await expect(access(dataDir)).rejects.toThrow("ENOENT");
});
