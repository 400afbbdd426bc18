import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { CommandError } from "../platform/errors.ts";
import { runCommandOnExistingData } from "./run-command.ts";
import { connectDatabase } from "../platform/database/database.ts";
import { type ChainHead, verifyChains } from "../identity/audit/verify-chains.ts";
import { entities } from "../entities.ts";

const usage = `Usage:
  npm run audit -- verify                  recompute every hash of the audit log
  npm run audit -- verify --heads <file>   and compare it with heads that were saved earlier
  npm run audit --silent -- heads          print the heads, to save them elsewhere`;

const headsFile = z.array(
  z.object({ chain: z.int(), position: z.int(), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
);

async function readHeads(path: string): Promise<ChainHead[]> {
  try {
    return headsFile.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    throw new CommandError(`${path} is not the output of "npm run audit --silent -- heads".`);
  }
}

async function verify(databaseUrl: string, known: ChainHead[] | undefined) {
  const database = await connectDatabase(databaseUrl, entities);
  try {
    const verification = await verifyChains(database, known);
    const { broken, events } = verification;
    if (!broken) return verification;
    const link = `link ${broken.position} of chain ${broken.chain}`;
    const event = broken.id === undefined ? link : `event ${broken.id} (${link})`;
    throw new CommandError(
      `The audit log is broken at ${event}: ${broken.why}. The ${events} events before it are intact.`,
    );
  } finally {
    await database.orm.close(true);
  }
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { heads: { type: "string" } },
    });
    const [task] = positionals;
    if (positionals.length !== 1) return undefined;
    if (task === "verify") return { task, heads: values.heads };
    return task === "heads" && values.heads === undefined ? { task } : undefined;
  } catch {
    return undefined;
  }
}

/** `npm run audit`: verifies that the audit log is unchanged; the app may be running. */
async function main(): Promise<void> {
  const command = readArguments();
  if (!command) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 1;
    return;
  }
  await runCommandOnExistingData(async ({ databaseUrl }) => {
    const known = command.heads === undefined ? undefined : await readHeads(command.heads);
    const { events, heads } = await verify(databaseUrl, known);
    if (command.task === "heads") return JSON.stringify(heads);
    return `The audit log is intact: ${events} events in ${heads.length} chains, none changed, none missing.`;
  });
}

await main();
