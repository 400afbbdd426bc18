import { beforeAll, describe, expect, it } from "vitest";
import { requestAction, traderWithLogin } from "../support/actions.ts";
import { appealed, appealText } from "../support/appeals.ts";
import { statusOf } from "../support/verdicts.ts";
import {
  alertText,
  button,
  dialog,
  field,
  type Page,
  startDom,
  visitAsAdministrator,
} from "./support/dom-app.ts";

const dom = startDom();

const searchOf = (page: Page) => new URL(page.url()).search;

describe("appeals", () => {
  let first: Awaited<ReturnType<typeof appealed>>;
  let second: typeof first;
  beforeAll(async () => {
    first = await appealed(dom.app, "Ada Open");
    second = await appealed(dom.app, "Bea Denied");
    const denial = { decision: "deny", reason: "The broker has the same price" };
    await second.administrator.post(`/api/admin/appeals/${second.appealId}`, denial);
  });

  it("are found by their state, and the address keeps what was chosen", async () => {
    const { page } = await visitAsAdministrator(dom, "/admin/appeals");
    await page.getByRole("link", { name: "Ada Open" }).waitFor();
    await page.getByRole("link", { name: "Bea Denied" }).waitFor();
    await field(page, "State of the appeal").selectOption("Denied");
    await page.getByRole("link", { name: "Ada Open" }).waitFor({ state: "detached" });
    expect(searchOf(page)).toBe("?status=denied");
    await page.getByRole("link", { name: "Bea Denied" }).click();
    await page.getByText("The broker has the same price").waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Bea Denied" }).waitFor();
    expect(searchOf(page)).toBe("?status=denied");
  });

  it("are decided by keys, and the next one opens by itself", async () => {
    const [one, other] = [
      await appealed(dom.app, "Cora Keys"),
      await appealed(dom.app, "Dana Keys"),
    ];
    const { page } = await visitAsAdministrator(dom, `/admin/appeals?appeal=${one.appealId}`);
    await page.getByText(/^Against a breach: .* below the/).waitFor();
    await button(page, "Deny Appeal").waitFor();
    await page.keyboard.press("d");
    const opened = dialog(page, "Deny Appeal");
    await opened.getByRole("radio").first().waitFor();
    await page.keyboard.press("2");
    await button(opened, "Deny Appeal").click();
    await opened.waitFor({ state: "detached" });
    await page.waitForURL(`/admin/appeals?appeal=${other.appealId}`);
    await page.getByText("Dana Keys").first().waitFor();
    await page.goto(`/admin/appeals?appeal=${one.appealId}`);
    await page.getByText("Other sources show the same prices at that time.").waitFor();
  });

  it("are decided in a dialog that a link opens and Back closes", async () => {
    const { page } = await visitAsAdministrator(dom, `/admin/appeals?appeal=${first.appealId}`);
    await page.getByText(appealText).waitFor();
    await button(page, "Deny Appeal").click();
    await dialog(page, "Deny Appeal").waitFor();
    expect(searchOf(page)).toBe(`?appeal=${first.appealId}&dialog=deny`);
    await page.goBack();
    await dialog(page, "Deny Appeal").waitFor({ state: "detached" });
    await page.goto(`/admin/appeals?appeal=${first.appealId}&dialog=grant`);
    const opened = dialog(page, "Grant Appeal");
    await field(opened, "Reason").fill("The platform has confirmed the wrong price");
    await button(opened, "Grant Appeal").click();
    await opened.waitFor({ state: "detached" });
    await page.goto(`/admin/appeals?appeal=${first.appealId}`);
    await page.getByText("The platform has confirmed the wrong price").waitFor();
    expect(await statusOf(first)).toBe("active");
  });
});

it("an action is cancelled in a dialog that a link opens", async () => {
  const administrator = await dom.app.administrator();
  const trader = await traderWithLogin(dom.app, administrator);
  const { id } = await requestAction(administrator, trader.id);
  const { page } = await visitAsAdministrator(dom, `/admin/actions?dialog=details&actionId=${id}`);
  const details = dialog(page, "Close positions");
  await button(details, "Cancel Action").click();
  const opened = dialog(page, "Cancel: Close positions");
  await button(opened, "Cancel Action").click();
  await alertText(page, "Action cancelled", "status");
});
