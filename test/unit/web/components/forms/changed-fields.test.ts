import { expect, it } from "vitest";
import { changedFields } from "../../../../../web/components/forms/changed-fields.ts";

const webhook = { url: "https://example.com/hook", contact: "", events: ["payout.paid", "test"] };

it("the changed fields are those that were edited, including lists of which one item was edited", () => {
  expect(changedFields(webhook, {})).toEqual({});
  expect(changedFields(webhook, { url: false, contact: true })).toEqual({ contact: "" });
  expect(changedFields(webhook, { events: [false, true] })).toEqual({ events: webhook.events });
  expect(changedFields(webhook, { events: [false, false] })).toEqual({});
});
