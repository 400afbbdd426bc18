import type { Context } from "../../platform/context.ts";

/** What keeping verdicts needs: it writes rows, audit events and notices. */
export type VerdictContext = Pick<Context, "clock" | "config" | "outbox">;
