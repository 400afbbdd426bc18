import { registration } from "./app.ts";
import type { AppProcess } from "./process.ts";
import type { HttpClient } from "./http-client.ts";

/** What an app has acknowledged to people who write as fast as they can. */
export interface Acknowledged {
  registered: { id: number; email: string }[];
  invited: { id: number; email: string }[];
  payouts: Map<number, string>;
  /** Decisions that were sent and not answered: they are made, or they are not. */
  undecided: Set<number>;
}

/** Eight people: four register and ask for a payout, two decide, two invite. They end with the app. */
export function startWriting(app: AppProcess, administrator: HttpClient) {
  const done: Acknowledged = {
    registered: [],
    invited: [],
    payouts: new Map(),
    undecided: new Set(),
  };
  let counter = 0;

  async function register() {
    const person = app.visitor();
    const sent = registration();
    const answer = await person.post("/api/register", sent);
    if (answer.status !== 201) throw new Error(answer.text);
    const { id } = answer.json<{ id: number }>();
    done.registered.push({ id, email: sent.email });
    await administrator.patch(`/api/admin/user/${id}/account`, { payoutEnabled: true });
    const payout = await person.post("/api/user/payouts", {
      amount: "10.00",
      paymentMethod: "paypal",
    });
    if (payout.status === 201) done.payouts.set(payout.json<{ id: number }>().id, "pending");
  }

  async function decide() {
    const [id] = [...done.payouts.keys()].slice(-8).filter((key) => !done.undecided.has(key));
    if (id === undefined) return;
    const status = done.payouts.get(id) === "approved" ? "rejected" : "approved";
    done.undecided.add(id);
    const decision = { status, adminNotes: `Decision ${(counter += 1)}` };
    const answer = await administrator.patch(`/api/admin/payouts/${id}`, decision);
    if (answer.status === 200) done.payouts.set(id, status);
    done.undecided.delete(id);
  }

  async function invite() {
    const { email } = registration();
    const answer = await administrator.post("/api/admin/users", { email });
    if (answer.status === 201) done.invited.push({ id: answer.json<{ id: number }>().id, email });
  }

  const untilTheEnd = async (write: () => Promise<void>) => {
    for (;;) {
      try {
        await write();
        await new Promise(setImmediate);
      } catch {
        return;
      }
    }
  };
  const writers = [register, register, register, register, decide, decide, invite, invite];
  return { done, ended: Promise.all(writers.map(untilTheEnd)) };
}
