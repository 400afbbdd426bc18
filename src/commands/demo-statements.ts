import { resolve } from "node:path";
import { demoStatementsFolder } from "../business/record/statements/import-statement.ts";
import { writeDemoStatements } from "../demo/write-demo-statements.ts";
import { CommandError } from "../platform/errors.ts";
import { systemClock } from "../platform/time/clock.ts";
import { runCommandWithoutDatabase } from "./run-command.ts";

/** `npm run demo:statements -- [folder]`: writes statements of demo traders to try the import with. */
await runCommandWithoutDatabase(async ({ dataDir }) => {
  const [folder = demoStatementsFolder(dataDir), ...others] = process.argv.slice(2);
  if (others.length > 0 || folder.startsWith("-")) {
    throw new CommandError("Usage: npm run demo:statements -- [folder]");
  }
  const paths = await writeDemoStatements(resolve(folder), systemClock.now());
  return paths.map((path) => `Wrote ${path}`).join("\n");
});
