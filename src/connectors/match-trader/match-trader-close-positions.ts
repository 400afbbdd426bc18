import { SECOND } from "../../platform/time/durations.rule.ts";
import { describeClosed, isSoon } from "../acting.ts";
import { RefusedActionError } from "../platform.ts";
import { reportableText } from "../reportable-text.rule.ts";
import { type ActingTools, readRows, requireAccepted } from "./acting.ts";
import { isRow, type Row, textOf } from "./match-trader-rows.rule.ts";

/** A position is asked to close so often, because the answer does not say what became of it. */
const MOST_ROUNDS = 5;
const SHOWN_WITHIN = 5 * SECOND;
/** So many positions are named in one request. */
const MOST_POSITIONS = 100;

/**
 * Cancels the pending orders of an account, and closes each of its positions by its id.
 * @throws RefusedActionError if the platform refuses it, or still shows one
 */
export async function closePositions(tools: ActingTools, login: string): Promise<string> {
  const orders = await cancelOrders(tools, login);
  const closed = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const ids = await openIds(tools, login);
    if (ids.length === 0) {
      await requireNoOrders(tools, login);
      return describeClosed(closed.size, orders);
    }
    for (const id of ids) closed.add(id);
    for (let first = 0; first < ids.length; first += MOST_POSITIONS) {
      await close(tools, login, ids.slice(first, first + MOST_POSITIONS));
    }
    await isSoon(tools, SHOWN_WITHIN, async () => (await openIds(tools, login)).length === 0);
  }
  throw new RefusedActionError("The platform still shows open positions");
}

async function openIds(tools: ActingTools, login: string): Promise<string[]> {
  const rows = await readRows(tools, "open-positions", login);
  return rows.map(({ row }) => textOf(row, "id"));
}

/** @throws RefusedActionError if the platform refuses to close one that is still open */
async function close(tools: ActingTools, login: string, ids: string[]): Promise<void> {
  const path = "/v1/trading-accounts/positions/close";
  const body = { login, closePositions: ids.map((positionId) => ({ positionId })) };
  const answer = await tools.connection.send({ path, body });
  const refusal = answer.status < 300 ? refusalIn(answer.json) : undefined;
  if (answer.status < 300 && refusal === undefined) return;
  const left = await openIds(tools, login);
  // One that was closed in the meantime is refused, too.
  if (!ids.some((id) => left.includes(id))) return;
  requireAccepted(answer);
  const isAbout = refusal!.id === "" || left.includes(refusal!.id);
  if (isAbout) throw new RefusedActionError(refusal!.message);
}

/** Finds what the platform could not do, which it says with a success. */
function refusalIn(json: unknown): { id: string; message: string } | undefined {
  if (Array.isArray(json)) {
    return json.map(refusalIn).find((refusal) => refusal !== undefined);
  }
  if (!isRow(json)) return undefined;
  const message = messageOf(json);
  if (message !== "") return { id: textOf(json, "positionId") || textOf(json, "id"), message };
  return Object.values(json)
    .map((value) => (typeof value === "object" ? refusalIn(value) : undefined))
    .find((refusal) => refusal !== undefined);
}

function messageOf(row: Row): string {
  const stated = reportableText(textOf(row, "errorMessage"));
  if (stated === "") {
    return textOf(row, "status") === "REJECTED" ? "The platform rejected the closing" : "";
  }
  const code = textOf(row, "errorCode") || textOf(row, "code");
  return `${stated.replace(/\.$/, "")}${code === "" ? "" : ` (${code})`}`;
}

/** @returns how many there were */
async function cancelOrders(tools: ActingTools, login: string): Promise<number> {
  const orders = await readRows(tools, "active-orders", login);
  for (const { row } of orders) await cancel(tools, login, row);
  if (orders.length > 0) await requireNoOrders(tools, login);
  return orders.length;
}

/** An order that was executed in the meantime is unknown; its position is closed next. */
async function cancel(tools: ActingTools, login: string, order: Row): Promise<void> {
  const path = "/v1/trading-accounts/pending-order/cancel";
  const orderId = textOf(order, "id");
  const body = { login, instrument: textOf(order, "symbol"), orderId };
  const answer = await tools.connection.send({ path, body });
  if (answer.status === 404 || answer.status === 405) {
    // Pages of the documentation differ about the method.
    const query = { login, orderId };
    const other = await tools.connection.send({ method: "DELETE", path, query, body });
    if (other.status !== 404 && other.status !== 405) requireAccepted(other);
  } else requireAccepted(answer);
}

async function requireNoOrders(tools: ActingTools, login: string): Promise<void> {
  const areGone = await isSoon(tools, SHOWN_WITHIN, async () => {
    const orders = await readRows(tools, "active-orders", login);
    return orders.length === 0;
  });
  if (!areGone) throw new RefusedActionError("The platform still shows pending orders");
}
