import type { Context } from "../../../platform/context.ts";

/** The context for keeping verdicts, which writes rows, audit events and notices. */
export type VerdictContext = Pick<Context, "clock" | "config" | "outbox">;
