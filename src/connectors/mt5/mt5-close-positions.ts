import { SECOND } from "../../platform/time/durations.rule.ts";
import { describeClosed, isSoon } from "../acting.ts";
import { PlatformError, RefusedActionError } from "../platform.ts";
import { accepted, type ActingTools, readRows } from "./acting.ts";
import { valueOf } from "./mt5-answers.ts";
import { type Mt5Row, textOf } from "./mt5-records.rule.ts";
import { asText, describeRetcode, readRetcode } from "./retcodes.rule.ts";

/** A position is asked to close so often, because a request may be done in part or its result lost. */
const MOST_ROUNDS = 5;
/** How long the platform may take to close a position. */
const CLOSED_WITHIN = 20 * SECOND;
const SHOWN_WITHIN = 5 * SECOND;
/** So many orders are cancelled in a request, whose address is limited. */
const MOST_TICKETS = 100;

/** Dealt with: done, done in part, on its way, already closed, or to be asked again because too many requests wait. */
const goingOn = [0, 1, 10001, 10002, 10003, 10008, 10009, 10010, 10024, 10036];

/**
 * Cancels the pending orders of an account, and closes each of its positions by its ticket.
 * @throws RefusedActionError if the platform refuses it, or still shows one
 */
export async function closePositions(tools: ActingTools, login: string): Promise<string> {
  const orders = await cancelOrders(tools, login);
  const closed = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const positions = await readRows(tools, "/api/position/get_batch", { login });
    if (positions.length === 0) {
      await requireNoOrders(tools, login);
      return describeClosed(closed.size, orders);
    }
    for (const position of positions) closed.add(textOf(position, "Position"));
    // One that is refused, because its market is closed, does not keep the others open.
    const refusals: RefusedActionError[] = [];
    for (const position of positions) await closeOne(tools, position).catch(collectInto(refusals));
    const [refusal] = refusals;
    if (refusal) throw refusal;
    await isSoon(tools, SHOWN_WITHIN, async () => {
      const left = await readRows(tools, "/api/position/get_batch", { login });
      return left.length === 0;
    });
  }
  throw new RefusedActionError("The platform still shows open positions");
}

function collectInto(refusals: RefusedActionError[]) {
  return (error: unknown) => {
    if (!(error instanceof RefusedActionError)) throw error;
    refusals.push(error);
  };
}

/** @returns how many there were */
async function cancelOrders(tools: ActingTools, login: string): Promise<number> {
  const orders = await readRows(tools, "/api/order/get_batch", { login });
  const tickets = orders.map((order) => textOf(order, "Order"));
  for (let first = 0; first < tickets.length; first += MOST_TICKETS) {
    const ticket = tickets.slice(first, first + MOST_TICKETS).join(",");
    // An order that was executed in the meantime is unknown; its position is closed next.
    await accepted(tools, { path: "/api/order/cancel", query: { ticket } }, [13]);
  }
  if (tickets.length > 0) await requireNoOrders(tools, login);
  return tickets.length;
}

async function requireNoOrders(tools: ActingTools, login: string): Promise<void> {
  const areGone = await isSoon(tools, SHOWN_WITHIN, async () => {
    const orders = await readRows(tools, "/api/order/get_batch", { login });
    return orders.length === 0;
  });
  if (!areGone) throw new RefusedActionError("The platform still shows pending orders");
}

/** Asks to close one position, and waits for the result. @throws RefusedActionError if it is refused */
async function closeOne(tools: ActingTools, position: Mt5Row): Promise<void> {
  const answer = await accepted(
    tools,
    {
      path: "/api/dealer/send_request",
      body: {
        Action: "200",
        Login: textOf(position, "Login"),
        Symbol: textOf(position, "Symbol"),
        Volume: volumeOf(position),
        TypeFill: "0",
        // The opposite of the position: its 0 is a buy, which a sell closes.
        Type: textOf(position, "Action") === "0" ? "1" : "0",
        PriceOrder: textOf(position, "PriceCurrent"),
        Digits: textOf(position, "Digits"),
        Position: textOf(position, "Position"),
      },
    },
    [13, ...goingOn],
  );
  const id = asText(valueOf(answer, "ID"));
  if (id === "") return;
  let refusal: string | undefined;
  try {
    await isSoon(tools, CLOSED_WITHIN, async () => {
      const result = await accepted(
        tools,
        { path: "/api/dealer/get_request_result", query: { id } },
        [13],
      );
      const stated = resultOf(valueOf(result, id));
      if (stated === undefined) return false;
      const code = readRetcode(stated);
      if (code !== null && !goingOn.includes(code)) refusal = describeRetcode(code, stated);
      return true;
    });
  } catch (error) {
    // Results can be read on the same connection only; the positions show what became of the request.
    if (!(error instanceof PlatformError)) throw error;
  }
  if (refusal !== undefined) throw new RefusedActionError(refusal);
}

/** Returns the volume in 1/10,000 lot, which some servers state in 1/100,000,000 only. */
function volumeOf(position: Mt5Row): string {
  const volume = textOf(position, "Volume");
  const extended = textOf(position, "VolumeExt");
  return volume === "" && /^\d+$/.test(extended) ? String(BigInt(extended) / 10_000n) : volume;
}

/** Returns the code of a finished request; `undefined` while nothing has happened. */
function resultOf(parts: unknown): string | undefined {
  if (!Array.isArray(parts) || parts.length === 0) return undefined;
  const rows = parts as { result?: Mt5Row; answer?: Mt5Row }[];
  const answered = rows.flatMap(({ answer }) => (answer ? textOf(answer, "ResultRetcode") : []));
  const results = rows.flatMap(({ result }) => (result ? textOf(result, "Retcode") : []));
  return [...answered, ...results].find((text) => text !== "");
}
