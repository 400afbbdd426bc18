import { runCommand } from "./run-command.ts";
import { readSecrets } from "../platform/vault/secrets.ts";
import { openContext } from "../open-context.ts";
import { systemClock } from "../platform/time/clock.ts";
import { fillEmptyDatabase } from "../demo/fill-demo.ts";
import { findWorkingSignIns } from "../demo/sign-in-traders.ts";

/** `npm run db:seed`: inserts the demo into the configured database if it has no traders. */
await runCommand(async ({ config, databaseUrl, log }) => {
  const secrets = await readSecrets(config);
  const { context, close } = await openContext({
    config,
    secrets,
    databaseUrl,
    log,
    clock: systemClock,
  });
  try {
    const filled = await fillEmptyDatabase(context);
    const signIns = await findWorkingSignIns(context);
    return [
      filled
        ? "Filled the database with demo traders."
        : "The database already has traders: nothing was added.",
      ...signIns.map(({ email, password }) => `Demo trader: ${email} / ${password}`),
    ].join("\n");
  } finally {
    await close();
  }
});
