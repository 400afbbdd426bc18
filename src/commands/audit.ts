import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { CommandError } from "../platform/lib/errors.ts";
import { runCommandOnExistingData } from "./run-command.ts";
import { connectDatabase } from "../platform/database/database.ts";
import { type ChainHead, verifyChains } from "../platform/audit/verify-chains.ts";
import { entities } from "../entities.ts";

const usage = `Usage:
  npm run audit -- verify                  recompute every link of the audit log
  npm run audit -- verify --heads <file>   and hold it against heads that were noted earlier
  npm run audit --silent -- heads          print the heads, to keep them elsewhere`;

const headsFile = z.array(
  z.object({ chain: z.int(), position: z.int(), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
);

async function readHeads(path: string): Promise<ChainHead[]> {
  try {
    return headsFile.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    throw new CommandError(`${path} does not hold what "npm run audit --silent -- heads" printed.`);
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
      `The audit log is broken at ${event}: ${broken.why}. ${events} events before it hold.`,
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

/** `npm run audit`: proves that nobody changed the audit log, whether the app runs or not. */
async function main(): Promise<void> {
  const asked = readArguments();
  if (!asked) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 1;
    return;
  }
  await runCommandOnExistingData(async ({ databaseUrl }) => {
    const known = asked.heads === undefined ? undefined : await readHeads(asked.heads);
    const { events, heads } = await verify(databaseUrl, known);
    if (asked.task === "heads") return JSON.stringify(heads);
    return `The audit log holds: ${events} events in ${heads.length} chains, none changed, none missing.`;
  });
}

await main();
