import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhookEventTypes } from "../../src/business/watch/webhooks/webhook-event.schema.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/browser.ts";
import {
  answerCalls,
  button,
  field,
  openMore,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";

const e2e = startE2e({ WEBHOOK_TARGETS: "any" });

let url: string;
let received: { headers: Record<string, string>; body: string }[] = [];
let answer: (response: ServerResponse) => void;

const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const headers = request.headers as Record<string, string>;
    received.push({ headers, body: Buffer.concat(chunks).toString() });
    answer(response);
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
});
beforeEach(async () => {
  received = [];
  answer = (response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('{"taken":true}');
  await e2e.app.context.database.pool.query("delete from webhook_endpoints");
});
afterAll(() => receiver.close());

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** Creates a webhook for registrations. @returns its id */
async function create(fields: object = {}): Promise<number> {
  const input = { url, events: ["trader.created"], description: "Accounting", ...fields };
  const created = await e2e.administrator.post("/api/admin/webhooks", input);
  expect(created.statusCode, created.body).toBe(201);
  return created.json<{ id: number }>().id;
}

const open = (path = "/admin/webhooks", options?: Parameters<typeof visitAsAdministrator>[2]) =>
  visitAsAdministrator(e2e, path, options);

describe("the webhooks", () => {
  it("open from the menu, and explain what to do if there are none", async () => {
    const { page } = await open("/admin/dashboard");
    await openMore(page, "Webhooks");
    await page.waitForURL("/admin/webhooks");
    await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
    await page.getByText("No webhooks").waitFor();
    await expectAccessible(page);
  });

  it("can be added with the keyboard only, and their secret is shown once", async () => {
    const { page } = await open(undefined, { permissions: ["clipboard-read", "clipboard-write"] });
    await button(page, "Add Webhook").focus();
    await page.keyboard.press("Enter");
    const form = dialog(page, "Add Webhook");
    await form.waitFor();
    await page.keyboard.type(url);
    await page.keyboard.press("Tab");
    await page.keyboard.type("Accounting");
    await page.keyboard.press("Tab");
    await page.keyboard.type("ops@example.com");
    await field(page, "trader.created").focus();
    await page.keyboard.press("Space");
    await form.getByText(`1 of ${webhookEventTypes.length} chosen`).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    const shown = dialog(page, "Signing Secret");
    const secret = (await shown.locator("code").textContent())!;
    expect(secret).toMatch(/^whsec_/);
    await expectAccessible(page);
    await button(page, "Copy Secret").click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(secret);
    // Escape must not close the dialog before the secret is saved.
    await page.keyboard.press("Escape");
    await shown.getByText(secret).waitFor();
    await button(page, "Done").click();
    await shown.waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(secret);
    await row(page, "Accounting").getByText("Active", { exact: true }).waitFor();

    const trader = await e2e.app.trader();
    await expect.poll(() => received.length).toBe(1);
    expect(new Webhook(secret).verify(received[0]!.body, received[0]!.headers)).toMatchObject({
      type: "trader.created",
      data: { userId: trader.id },
    });
  });

  it("show validation errors next to the fields", async () => {
    const { page } = await open();
    await button(page, "Add Webhook").click();
    const form = dialog(page, "Add Webhook");
    await field(page, "URL").fill("http://localhost/hooks");
    await form.getByText("Webhooks are only sent over HTTPS.").waitFor();
    await field(page, "URL").fill("https://crm.internal/hooks");
    await form.getByText(/belongs to a local network/).waitFor();
    await field(page, "URL").fill("example.com");
    await form.getByRole("button", { name: "Add Webhook" }).click();
    await form.getByText(/Please enter a valid URL/).waitFor();
    await form.getByText("Select at least one event").waitFor();
    await expectAccessible(page);
    await button(page, "Choose All").click();
    await form.getByText("Select at least one event").waitFor({ state: "detached" });
    const boxes = form.getByRole("checkbox");
    await expect.poll(() => boxes.count()).toBe(webhookEventTypes.length);
    expect(await form.getByRole("checkbox", { checked: true }).count()).toBe(await boxes.count());
    await button(page, "Choose None").click();
    await form.getByText(`0 of ${webhookEventTypes.length} chosen`).waitFor();
    await expect.poll(() => form.getByRole("checkbox", { checked: true }).count()).toBe(0);
  });

  it("have their actions in the list, which links to their waiting and failed events", async () => {
    const id = await create();
    answer = (response) => response.writeHead(500).end("down");
    const { page } = await open();
    const choose = async (action: string) => {
      await button(page, "Actions for Accounting").click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    await choose("Send Test Event");
    await dialog(page, "webhook.test").getByText("HTTP 500").waitFor();
    await button(page, "Close").click();
    const failed = page.getByRole("link", { name: "1 failed, of Accounting" });
    await failed.waitFor();
    const { width, height } = (await failed.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    await choose("Delete");
    await page.getByText("Its log is deleted too. This action cannot be undone.").waitFor();
    await button(page, "Cancel").click();
    await choose("Pause");
    await row(page, "Accounting").getByText("By an administrator").waitFor();
    await e2e.app.trader();
    await expect
      .poll(async () => {
        await page.reload();
        await failed.waitFor();
        return page.getByRole("link", { name: "1 waiting, of Accounting" }).count();
      })
      .toBe(1);
    await choose("Delete");
    await dialog(page, "Delete Webhook")
      .getByText(/^Its log is deleted too, and 1 waiting event will not be sent\./)
      .waitFor();
    await button(page, "Cancel").click();
    await failed.click();
    await page.waitForURL(`/admin/webhooks?webhook=${id}&status=failed`);
    await page.getByRole("button", { name: /^webhook\.test, delivery/ }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: /, delivery #/ }).count()).toBe(1);
  });

  it("are hidden from other roles than owner", async () => {
    await create();
    const { page } = await open();
    await row(page, "Accounting").waitFor();
    await answerCalls(page, "admin.me.get", {
      status: 200,
      contentType: "application/json",
      body: JSON.stringify({ result: { data: { json: { id: 2, name: "Sam", role: "support" } } } }),
    });
    const refused: string[] = [];
    page.on("request", (request) => {
      if (/admin\.(webhooks|tokens)\./.test(request.url())) refused.push(request.url());
    });
    await page.reload();
    await page.getByText("Only owners see webhooks").waitFor();
    await expect.poll(() => button(page, "Add Webhook").isDisabled()).toBe(true);
    await page.goto("/admin/tokens");
    await page.getByText("Only owners see API tokens").waitFor();
    expect(refused).toEqual([]);
  });
});

describe("the log of a webhook", () => {
  it("shows the request and the response of a test event", async () => {
    const id = await create();
    const { page } = await open(`/admin/webhooks?webhook=${id}`);
    await page.getByText("No deliveries yet").waitFor();
    await button(page, "Send Test Event").click();
    const details = dialog(page, "webhook.test");
    await details.getByText("HTTP 200").waitFor();
    await details
      .getByRole("group", { name: "Body sent" })
      .getByText(/"webhookId"/)
      .waitFor();
    await details.getByText("webhook-signature").waitFor();
    await details.getByText(received[0]!.headers["webhook-signature"]!).waitFor();
    await expect
      .poll(() => details.getByRole("group", { name: "Response" }).innerText())
      .toBe('{\n  "taken": true\n}');
    await expectAccessible(page);
    await button(page, "Close").click();
    await row(page, "webhook.test").getByText("Delivered").waitFor();
    const cells = await row(page, "webhook.test").getByRole("cell").allInnerTexts();
    expect([cells[0], cells[1], cells[3], cells[4]]).toEqual([
      "webhook.test",
      "Delivered",
      "1",
      "HTTP 200",
    ]);
    expect(cells[5]).toMatch(/^\d+ ms$|^\d+\.\d s$/);
  });

  it("does not send an event again while it is being sent", async () => {
    const id = await create();
    const asked = Promise.withResolvers<ServerResponse>();
    answer = asked.resolve;
    const { page } = await open(`/admin/webhooks?webhook=${id}`);
    await button(page, "Send Test Event").click();
    const details = dialog(page, "webhook.test");
    await details.getByText("Sending. The response appears here.").waitFor();
    await expect.poll(() => button(page, "Send Again").isDisabled()).toBe(true);
    (await asked.promise).end();
    await details.getByText("HTTP 200").waitFor();
    await expect.poll(() => button(page, "Send Again").isDisabled()).toBe(false);
  });
});

it("fits on small screens without scrolling sideways", async () => {
  const id = await create({ description: "Wertpapierhandelsgesellschaft".repeat(5) });
  await create({ events: webhookEventTypes });
  const viewport = { width: 390, height: 844 };
  const { page } = await open(undefined, { viewport });
  await page.getByRole("table", { name: "Webhooks" }).waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  await page.goto(`/admin/webhooks?webhook=${id}`);
  await button(page, "Send Test Event").click();
  await dialog(page, "webhook.test").getByText("HTTP 200").waitFor();
  await expectAccessibleInBothThemes(page);
  await button(page, "Close").click();
  await page.getByRole("table", { name: "Deliveries" }).waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
});
