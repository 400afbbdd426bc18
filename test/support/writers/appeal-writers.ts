import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpClient, HttpResponse } from "../http-client.ts";
import { Fact, type KnownPayout, type KnownTrader } from "./acknowledged-writes.ts";
import { isActive, isUnanswered, type Writing } from "./writing.ts";

/** Appeal against rejected payout requests, and let another administrator grant and deny the appeals by turns. */
export function appealWriters(writing: Writing) {
  const { administrator, writes } = writing;
  let second: HttpClient | undefined;

  const rejectedOf = ({ id }: KnownTrader): KnownPayout | undefined =>
    [...writes.payouts.values()].findLast(
      (payout) =>
        payout.traderId === id &&
        payout.appeal === "none" &&
        payout.status.isCertain &&
        payout.status.known === "rejected" &&
        writing.isFree(payout),
    );

  const appeal = () =>
    writing.withTrader(
      (trader) => isActive(trader) && rejectedOf(trader) !== undefined,
      async (trader) => {
        const payout = rejectedOf(trader)!;
        await writing.reserve([payout], async () => {
          // Stays open if the call is not answered, so that the other writers leave the request alone.
          payout.appeal = "open";
          const text = "The request was within what could be withdrawn";
          const path = `/api/user/payouts/${payout.id}/appeal`;
          const response = await writing.send(trader.person!.post(path, { text }));
          if (response?.status !== 201) return;
          const { id } = response.json<{ id: number }>();
          writes.appeals.set(id, { id, payout, decision: new Fact("open") });
        });
      },
    );

  /** Returns whether the session has expired, as when the clock is ahead; the next decision signs in again. */
  function isSignedOut(response: HttpResponse | undefined): boolean {
    const isExpired = response?.status === 401;
    if (isExpired) second = undefined;
    return isExpired;
  }

  /** The administrator who rejected a request may not decide the appeal. */
  async function createSecond(): Promise<HttpClient | undefined> {
    const member = { name: `Appeals ${randomUUID()}`, role: "risk" };
    const created = await writing.send(administrator.post("/api/admin/team", member));
    if (created?.status !== 201) return undefined;
    const client = writing.target.visitor();
    const accessKey = created.json<{ key: string }>().key;
    const signedIn = await writing.send(client.post("/api/admin/login", { accessKey }));
    return signedIn?.status === 200 ? client : undefined;
  }

  const traderOf = ({ traderId }: KnownPayout): KnownTrader => writes.traders.get(traderId)!;

  const isPresent = (trader: KnownTrader) =>
    writing.isFree(trader) && !trader.deleted.possible.includes(true);

  async function decide() {
    second ??= await createSecond();
    const open = [...writes.appeals.values()].findLast(
      ({ payout, decision }) =>
        decision.isCertain &&
        decision.known === "open" &&
        writing.isFree(payout) &&
        isPresent(traderOf(payout)),
    );
    if (!second || !open) return sleep(10);
    const { id, payout } = open;
    const decision = id % 2 === 0 ? "grant" : "deny";
    const status = decision === "grant" ? "pending" : "rejected";
    const answer = () =>
      second!.post(`/api/admin/appeals/${id}`, { decision, reason: "Compared with the records" });
    // Appeals are deleted with their trader.
    await writing.reserve([payout, traderOf(payout)], async () => {
      payout.status.try(status);
      const first = await writing.change(open.decision, decision, answer);
      if (isUnanswered(first)) return;
      payout.status.settle(status, first!.status < 300);
      if (isSignedOut(first)) return;
      const again = await writing.send(answer());
      const isAnswered = !isUnanswered(again) && !isSignedOut(again);
      if (isAnswered && (first!.status !== 200 || again!.status !== 409)) {
        writes.unexpectedAnswers.push(
          `the decisions on appeal ${id}: ${first!.status} ${first!.text} and ${again!.status}`,
        );
      }
      payout.appeal = "decided";
    });
  }

  return { appeal, decide };
}
