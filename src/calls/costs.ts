import type { ThrottleName } from "../platform/throttle/throttle.ts";
import type { CostKind } from "../platform/throttle/turns.ts";
import type { Actors, Permission } from "./guards.ts";
import type { CallContext } from "./trpc.ts";

/** What a call costs others. */
export interface Cost {
  kind: CostKind;
  /** The limit of attempts, if it differs from that of the kind. */
  attempts?: ThrottleName;
  /** A field of the input or the path: the attempts for each of its values are counted separately. */
  per?: string;
  /** Whether a call with this input costs that much; all do by default. */
  when?: (input: Record<string, unknown>) => boolean;
}

const attemptsAt: Record<CostKind, ThrottleName> = {
  replay: "replayByCaller",
  stream: "streamByCaller",
};

/**
 * Counts an attempt at a call that costs others, and waits for its turn. A stream keeps its turn until the response has
 * been sent or the client has gone.
 * @returns ends the turn of a call whose result is complete
 * @throws RefusalError if the caller has made too many of these calls, or too many of them are waiting
 */
export async function takeTurn(
  call: CallContext,
  actor: Actors[Permission],
  cost: Cost | undefined,
  readInput: () => Promise<unknown>,
): Promise<() => void> {
  if (!cost) return () => {};
  const { kind, attempts = attemptsAt[kind], per, when } = cost;
  const input = ((await readInput().catch(() => undefined)) ?? {}) as Record<string, unknown>;
  if (when && !when(input)) return () => {};
  const { throttle, turns } = call.app;
  const caller = identify(call, actor);
  await throttle.consume(attempts, per === undefined ? caller : `${caller} ${String(input[per])}`);
  const end = await turns[kind].take(caller);
  if (kind === "replay") return end;
  call.onSent(end);
  return () => {};
}

function identify({ caller }: CallContext, actor: Actors[Permission]): string {
  if (actor === undefined) return caller.address;
  return `${actor.kind} ${actor.kind === "trader" ? actor.trader.id : actor.id}`;
}
