import type { CurrentTrader } from "../traders/trader.schema.ts";

/** What a call reveals of whoever makes it. */
export interface Caller {
  /** The network address, through trusted proxies only. */
  address: string;
  requestId: string;
  /** As the browser or tool calls itself. */
  userAgent: string | null;
}

/** A signed-in trader who is not banned. Only `sessions/authenticate.ts` makes one. */
export interface TraderActor {
  kind: "trader";
  sessionId: number;
  trader: CurrentTrader;
  caller: Caller;
}

/** A signed-in administrator. Only `sessions/authenticate.ts` makes one. */
export interface AdministratorActor {
  kind: "administrator";
  sessionId: number;
  id: number;
  label: string;
  caller: Caller;
}

/** Somebody who is not signed in, or not yet. */
export interface Visitor {
  kind: "visitor";
  caller: Caller;
}
