import { it } from "vitest";
import { dropLongTimers, startE2e } from "../support/browser-app.ts";
import { tradedAccount } from "../support/live.ts";

const e2e = startE2e();

it("an open dashboard shows new records of the feed", async () => {
  const { page, id } = await e2e.trader();
  await dropLongTimers(page);
  const { feed } = await tradedAccount(e2e.app, id);
  await page.goto("/");
  await page.getByText("$100,120.00").first().waitFor();
  await feed("300.00");
  await page.getByText("$100,420.00").first().waitFor();
});
