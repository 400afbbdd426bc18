import { setTimeout as sleep } from "node:timers/promises";
import { Fact, type KnownAction } from "./acknowledged-writes.ts";
import { isUnanswered, type Writing } from "./writing.ts";

/**
 * Creates an administrator who requests actions for the newest account, and bridges that execute them. Some are not
 * answered, as by a bridge that was killed, and others are answered several times.
 */
export function actionWriters(writing: Writing) {
  const { administrator, writes } = writing;
  let token: string | undefined;
  let answered = 0;

  async function requestAction() {
    const account = writes.accounts.at(-1);
    if (!account || account.deleted.known) return sleep(10);
    const { traderId } = account;
    const fields = { kind: "close_positions", reason: "The platform was restarted" };
    const response = await writing.send(
      administrator.post(`/api/admin/user/${traderId}/actions`, fields),
    );
    if (response?.status === 201) addAction(response.json<{ id: number }>().id, traderId);
    // Not more than the bridges execute: an account's actions are delivered one after another.
    await sleep(20);
  }

  function addAction(id: number, userId: number): KnownAction {
    const known = writes.actions.get(id) ?? { traderId: userId, outcome: new Fact("open") };
    writes.actions.set(id, known);
    return known;
  }

  async function createToken(): Promise<string | undefined> {
    const fields = { label: "Hands", scopes: ["actions:execute"] };
    const response = await writing.send(administrator.post("/api/admin/tokens", fields));
    return response?.status === 201 ? response.json<{ token: string }>().token : undefined;
  }

  async function execute() {
    token ??= await createToken();
    if (!token) return;
    const bridge = writing.target.visitor();
    const headers = { authorization: `Bearer ${token}` };
    const polled = await writing.send(
      bridge.send("GET", "/api/bridge/actions?wait=1", undefined, headers),
    );
    if (polled?.status !== 200) return;
    for (const { id, userId } of polled.json<{ id: number; userId: number }[]>()) {
      answered += 1;
      if (answered % 20 === 0) continue;
      const isRepeated = answered % 2 === 0;
      const { outcome } = addAction(id, userId);
      // By the id, so that bridges that receive it one after another agree.
      const [status, other] =
        id % 5 === 0 ? (["failed", "done"] as const) : (["done", "failed"] as const);
      const answer = (given: string) =>
        bridge.send("POST", `/api/bridge/actions/${id}`, { status: given }, headers);
      const first = await writing.change(outcome, status, () => answer(status));
      if (isUnanswered(first) || first!.status === 404) continue;
      const again = await writing.send(answer(isRepeated ? status : other));
      if (isUnanswered(again) || again!.status === 404) continue;
      if (first!.status === 200 && again!.status === (isRepeated ? 200 : 409)) continue;
      writes.unexpectedAnswers.push(
        `the answers to action ${id}: ${first!.status} and ${again!.status} ${again!.text}`,
      );
    }
  }

  return { requestAction, execute };
}
