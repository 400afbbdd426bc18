import { Piscina } from "piscina";
import { invalidField, RefusalError } from "../../../../platform/errors.ts";
import { MINUTE } from "../../../../platform/time/durations.rule.ts";
import type { ParseResult, ParseTask } from "./parse-worker.ts";
import type { StatementSummary } from "../summarise-statement.ts";

/** Statements are read one at a time in a separate thread; further ones are queued. */
const MAX_THREADS = 1;
const MAX_WAITING = 20;

let threads: Piscina<ParseTask, ParseResult> | undefined;

/** Idle threads end after a while and never keep the process alive. */
function openThreads(): Piscina<ParseTask, ParseResult> {
  threads ??= new Piscina({
    filename: new URL("parse-worker.ts", import.meta.url).href,
    name: "parse",
    minThreads: 0,
    maxThreads: MAX_THREADS,
    maxQueue: MAX_WAITING,
    idleTimeout: MINUTE / 2,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  return threads;
}

/**
 * Reads and reconciles a statement in a thread of its own, because a large one takes seconds.
 * @throws RefusalError if the file cannot be read as a statement, or if too many are being read
 */
export async function readStatementFile(task: ParseTask): Promise<StatementSummary> {
  const pool = openThreads();
  if (pool.queueSize >= MAX_WAITING) {
    throw new RefusalError(
      "unavailable",
      "Many statements are being read. Please try again soon.",
      {
        retryAfter: 5,
      },
    );
  }
  const result = await pool.run(task).catch(refuseExhaustedMemory);
  if ("statement" in result) return result.statement;
  if (result.refusal === "too-large") throw new RefusalError("too-large", result.message);
  throw invalidField("file", result.message);
}

/** The thread ends if it exceeds its memory, and the pool starts another one. */
function refuseExhaustedMemory(error: unknown): never {
  const isExhausted =
    error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  if (!isExhausted) throw error;
  throw new RefusalError("too-large", "Reading the statement takes too much memory.");
}
