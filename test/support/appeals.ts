import type { TestApp } from "./app.ts";
import { feed, judgedTrader, reviewsOf, snapshotAt } from "./verdicts.ts";

export const appealText = "The price of that minute was wrong; no other broker had it.";

/** Creates a trader who appeals against a breach that another administrator has confirmed. */
export async function appealed(app: TestApp, fullName: string) {
  const judged = await judgedTrader(app);
  await judged.administrator.patch(`/api/admin/user/${judged.trader.id}`, { fullName });
  await feed(judged, { snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "94999.99")] });
  const [review] = await reviewsOf(judged);
  const decision = { decision: "confirm", reason: "Checked" };
  const other = await app.administrator("owner");
  await other.post(`/api/admin/reviews/${review!.id}`, decision);
  const path = `/api/user/reviews/${review!.id}/appeal`;
  const { id } = (await judged.trader.post(path, { text: appealText })).json<{ id: number }>();
  return { ...judged, reviewId: review!.id, appealId: id };
}
