import { readFile } from "node:fs/promises";
import { parseStatement } from "../business/record/statements/reading/parse-statement.ts";
import {
  type ParsedStatement,
  StatementTooLargeError,
  UnreadableStatementError,
} from "../business/record/statements/reading/statement.ts";
import { startOf } from "../demo/replay/feed-items.ts";
import { describeCounts, replayStatement } from "../demo/replay/replay-statement.ts";
import { systemClock } from "../platform/time/clock.ts";
import { CommandError } from "../platform/errors.ts";
import { parseReplayArguments } from "./feed-replay-arguments.ts";
import { runCommandWithoutDatabase } from "./run-command.ts";

async function readStatement(file: string, timeZone: string): Promise<ParsedStatement> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`Cannot read ${file}: ${error.code}.`);
  });
  try {
    return parseStatement(bytes, timeZone);
  } catch (error) {
    const isRefused =
      error instanceof UnreadableStatementError || error instanceof StatementTooLargeError;
    throw isRefused ? new CommandError(error.message) : error;
  }
}

/** `npm run feed:replay`: sends the record of a statement to a running server, as a bridge would. */
await runCommandWithoutDatabase(async ({ publicUrl }) => {
  const now = systemClock.now().getTime();
  const options = parseReplayArguments(process.argv.slice(2), process.env, now);
  const { file, start, timeZone, url = publicUrl, speed, token } = options;
  const statement = await readStatement(file, timeZone);
  const login = options.login ?? statement.login;
  if (!login) throw new CommandError("The statement names no account: add --login.");
  const shift = start === undefined ? 0 : start - startOf(statement);
  const report = (line: string) => process.stderr.write(`${line}\n`);
  const result = await replayStatement(statement, { login, speed, shift, url, token, report });
  if (result.rejected > 0) process.exitCode = 1;
  return [
    `Accepted ${describeCounts(result.accepted)}.`,
    `Already known: ${describeCounts(result.duplicates)}.`,
    `Rejected: ${result.rejected}.`,
  ].join("\n");
});
