import { expect, it } from "vitest";
import { copyingTraders, openCase } from "../support/linked.ts";
import { alertText, button, field, startDom, visitAsAdministrator } from "./support/dom-app.ts";

const dom = startDom({}, { comparesAccounts: true });

it("a trader reads a letter about a link, and appeals against it", async () => {
  const traders = await copyingTraders(dom.app, 2);
  const [{ trader }, { trader: other }] = traders as [(typeof traders)[0], (typeof traders)[0]];
  const linkId = await openCase(dom.administrator, traders);
  const { page } = dom.visit(trader);
  await page.goto(`/links/${linkId}`);
  await page.getByText("Link not found").waitFor();
  expect(await page.getByRole("link", { name: "Links", exact: true }).count()).toBe(0);

  const decision = { decision: "confirm", reason: "Copied by a program" };
  await dom.administrator.post(`/api/admin/links/${linkId}`, decision);
  await page.goto("/");
  await page.getByRole("link", { name: "Links", exact: true }).click();
  await page
    .getByText("Your trading account was found to be linked to another account", { exact: false })
    .waitFor();
  await page.getByRole("link", { name: `Read the letter about link #${linkId}` }).click();
  await page.getByText("Your payouts are to be withheld", { exact: false }).waitFor();
  const evidence = page.getByRole("region", { name: "Same direction" });
  await evidence.getByText(/^6 of your 6 entries match entries of A/).waitFor();
  const rows = page.getByRole("table", { name: "Entries: same direction" }).getByRole("row");
  await expect.poll(() => rows.count()).toBe(7);
  const file = page.getByRole("link", { name: "Download file" });
  expect(await file.getAttribute("href")).toBe(`/api/user/links/${linkId}/file`);
  await field(page, "Why the decision is wrong").fill("We follow the same public channel.");
  await button(page, "Send Appeal").click();
  await alertText(page, "Appeal sent", "status");
  await page.getByRole("region", { name: "Your Appeal" }).getByText("Under review").waitFor();
  const text = await page.getByRole("main").textContent();
  for (const secret of [other.email, `ser ${other.id}`]) expect(text).not.toContain(secret);

  const { page: desk } = await visitAsAdministrator(dom, "/admin/appeals");
  await field(desk, "What the appeal is against").selectOption("Confirmed link");
  await desk.getByText(`Confirmed link, case #${linkId}`).waitFor();
  const [appeal] = (await dom.administrator.get("/api/admin/appeals")).json<{ id: number }[]>();
  await desk.goto(`/admin/appeals?appeal=${appeal!.id}`);
  await desk.getByRole("region", { name: "The Link" }).getByText("Copied by a program").waitFor();
  const opened = desk.getByRole("link", { name: "Open the case" });
  expect(await opened.getAttribute("href")).toBe(`/admin/links/${linkId}`);
});
