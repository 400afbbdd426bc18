import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  alertText,
  answerCalls,
  button,
  field,
  startDom,
  visitAsAdministrator,
  type Page,
} from "./support/dom-app.ts";

const dom = startDom({ WEBHOOK_TARGETS: "any" });

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
  await dom.app.context.database.pool.query("delete from webhook_endpoints");
});
afterAll(() => receiver.close());

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

/** Creates a webhook for registrations. @returns its id */
async function create(fields: object = {}): Promise<number> {
  const input = { url, events: ["trader.created"], description: "Accounting", ...fields };
  const created = await dom.administrator.post("/api/admin/webhooks", input);
  expect(created.statusCode, created.body).toBe(201);
  return created.json<{ id: number }>().id;
}

const open = (path = "/admin/webhooks") => visitAsAdministrator(dom, path);

describe("the webhooks", () => {
  it("show the server's rejection of an address next to its field", async () => {
    const { page, expectProblem } = await open();
    expectProblem(/400/);
    const message = "The address is not on the public internet";
    const error = { message, data: { httpStatus: 400, issues: [{ path: ["url"], message }] } };
    await answerCalls(page, "admin.webhooks.create", {
      status: 400,
      contentType: "application/json",
      body: JSON.stringify({ error: { json: { code: -32_600, ...error } } }),
    });
    await button(page, "Add Webhook").click();
    await field(page, "URL").fill("https://10.0.0.1/hooks");
    await field(page, "payout.paid").check();
    await dialog(page, "Add Webhook").getByRole("button", { name: "Add Webhook" }).click();
    await dialog(page, "Add Webhook").getByText(message).waitFor();
    await expect.poll(() => field(page, "URL").getAttribute("aria-invalid")).toBe("true");
  });

  it("can be changed, paused, resumed, given a new secret and deleted", async () => {
    const id = await create({ contact: "ops@example.com" });
    const { page } = await open(`/admin/webhooks?webhook=${id}`);
    await page.getByRole("heading", { level: 1, name: "Accounting" }).waitFor();
    await button(page, "Pause").click();
    await expect
      .poll(() => alertText(page, "Webhook paused", "status"))
      .toEqual(["Webhook paused"]);
    await page.getByRole("heading", { name: "Nothing is sent" }).waitFor();
    await dom.app.trader();
    await page.getByRole("cell", { name: "Paused" }).waitFor();
    expect(received).toEqual([]);
    await button(page, "Resume").click();
    await page.getByRole("cell", { name: "Delivered" }).waitFor();
    expect(received).toHaveLength(1);

    await button(page, "Actions for Accounting").click();
    await page.getByRole("menuitem", { name: "Rotate Secret" }).click();
    await dialog(page, "Rotate Secret")
      .getByText(/For 24 hours they are also signed with the current one/)
      .waitFor();
    await dialog(page, "Rotate Secret").getByRole("button", { name: "Rotate" }).click();
    await dialog(page, "Signing Secret")
      .getByText(/also signed with the previous secret until/)
      .waitFor();
    await button(page, "Done").click();
    await page.getByText(/the previous one is also used until/).waitFor();
    await button(page, "Actions for Accounting").click();
    await page.getByRole("menuitem", { name: "Rotate Secret" }).click();
    await dialog(page, "Rotate Secret")
      .getByText(/The one before it is no longer used/)
      .waitFor();
    await button(page, "Cancel").click();

    await button(page, "Actions for Accounting").click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await field(page, "Description").fill("Bookkeeping");
    await field(page, "payout.paid").check();
    await dialog(page, "Edit Webhook").getByRole("button", { name: "Save Changes" }).click();
    await page.getByRole("heading", { level: 1, name: "Bookkeeping" }).waitFor();
    const changed = await dom.administrator.get(`/api/admin/webhooks/${id}`);
    expect(changed.json()).toMatchObject({
      events: ["trader.created", "payout.paid"],
      contact: "ops@example.com",
    });

    await button(page, "Actions for Bookkeeping").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await dialog(page, "Delete Webhook").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No webhooks").waitFor();
    expect((await dom.administrator.get(`/api/admin/webhooks/${id}`)).statusCode).toBe(404);
  });

  it("keep what a colleague changed meanwhile in fields that were not edited", async () => {
    const id = await create();
    const { page } = await open();
    const edit = async (change: () => Promise<void>) => {
      await button(page, "Actions for Accounting").click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
      await field(page, "payout.paid").waitFor();
      await change();
      await dialog(page, "Edit Webhook").getByRole("button", { name: "Save Changes" }).click();
      await dialog(page, "Edit Webhook").waitFor({ state: "detached" });
      return (await dom.administrator.get(`/api/admin/webhooks/${id}`)).json<object>();
    };
    const changeElsewhere = (fields: object) =>
      dom.administrator.patch(`/api/admin/webhooks/${id}`, fields);
    const withEvent = await edit(async () => {
      await changeElsewhere({ contact: "colleague@example.com" });
      await field(page, "payout.paid").check();
    });
    expect(withEvent).toMatchObject({
      contact: "colleague@example.com",
      events: ["trader.created", "payout.paid"],
    });
    const withoutEvent = await edit(async () => {
      await changeElsewhere({ contact: "another@example.com" });
      await field(page, "trader.created").uncheck();
    });
    expect(withoutEvent).toMatchObject({
      contact: "another@example.com",
      events: ["payout.paid"],
    });
    const withDescription = await edit(async () => {
      await changeElsewhere({ events: ["payout.requested"] });
      await field(page, "Contact").fill("");
    });
    expect(withDescription).toMatchObject({ contact: null, events: ["payout.requested"] });
  });
});

describe("the log of a webhook", () => {
  it("can be filtered by status, and sends a failed event again", async () => {
    const id = await create();
    answer = (response) => response.writeHead(500).end("down");
    const { page } = await open(`/admin/webhooks?webhook=${id}`);
    await button(page, "Send Test Event").click();
    await dialog(page, "webhook.test").getByText("HTTP 500").waitFor();
    await button(page, "Close").click();
    await field(page, "Status").selectOption("Delivered");
    await page.waitForURL(/status=delivered/);
    await page.getByText("No deliveries with this status").waitFor();
    await field(page, "Status").selectOption("Failed");
    await page.getByRole("button", { name: /^webhook\.test, delivery #\d+$/ }).click();
    answer = (response) => response.end();
    await button(page, "Send Again").click();
    const details = dialog(page, "webhook.test");
    await details.getByText("HTTP 200").waitFor();
    await details.getByText("HTTP 500").waitFor();
    expect(received[1]!.headers["webhook-id"]).toBe(received[0]!.headers["webhook-id"]);
    await page.keyboard.press("Escape");
    await page.getByText("No deliveries with this status").waitFor();
  });

  it("reports a deleted webhook, and removes invalid parameters from the URL", async () => {
    const { page } = await open("/admin/webhooks?webhook=999999");
    await page.getByText("Webhook not found").waitFor();
    await page.goto("/admin/webhooks?webhook=x&status=y");
    await page.waitForURL("/admin/webhooks");
  });
});
