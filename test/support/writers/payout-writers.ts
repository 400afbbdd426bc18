import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpResponse, HttpClient } from "../http-client.ts";
import { isActive, isUnanswered, type Writing } from "./writing.ts";

/** Request payouts, approve and reject them by turns, and reverse these decisions. */
export function payoutWriters(writing: Writing) {
  const { administrator, writes } = writing;
  let counter = 0;

  const request = () =>
    writing.withTrader(isActive, async ({ id: traderId, person }) => {
      const key = randomUUID();
      // Unique, so that a duplicate request is detected.
      const body = { amount: "10.00", paymentMethod: "paypal", paymentDetails: `once ${key}` };
      const response = await writing.send(requestOnce(person!, key, body));
      if (response?.status === 201) writes.addPayout(response.json<{ id: number }>().id, traderId);
      if (isUnanswered(response))
        writes.openRequests.push({ key, traderId, person: person!, body });
    });

  async function decide() {
    const payout = [...writes.payouts.values()]
      .slice(-12)
      .find(
        (candidate) =>
          candidate.status.isCertain && candidate.appeal !== "open" && writing.isFree(candidate),
      );
    if (!payout) return sleep(10);
    counter += 1;
    const isApproved =
      payout.status.known === "pending" ? counter % 2 === 0 : payout.status.known === "rejected";
    const status = isApproved ? "approved" : "rejected";
    const decision = { status, adminNotes: `Decision ${counter}` };
    await writing.reserve([payout], async () => {
      await writing.change(payout.status, status, () =>
        administrator.patch(`/api/admin/payouts/${payout.id}`, decision),
      );
    });
  }

  return { request, decide };
}

/** Requests a payout with an idempotency key. */
export function requestOnce(person: HttpClient, key: string, body: object): Promise<HttpResponse> {
  return person.send("POST", "/api/user/payouts", body, { "idempotency-key": key });
}
