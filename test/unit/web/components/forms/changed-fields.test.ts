import { expect, it } from "vitest";
import { changedFields } from "../../../../../web/components/forms/changed-fields.ts";

const webhook = { url: "https://example.com/hook", contact: "", events: ["payout.paid", "test"] };

it("the changed fields are those that were edited, including lists of which one item was edited", () => {
  expect(changedFields(webhook, {})).toEqual({});
  expect(changedFields(webhook, { url: false, contact: true })).toEqual({ contact: "" });
  expect(changedFields(webhook, { events: [false, true] })).toEqual({ events: webhook.events });
  expect(changedFields(webhook, { events: [false, false] })).toEqual({});
});

it("a group of fields is changed as a whole if one of them was edited", () => {
  const settings = { days: 30, copied: { seconds: 10, matches: 5 } };
  expect(changedFields(settings, { copied: { seconds: true, matches: false } })).toEqual({
    copied: settings.copied,
  });
  expect(changedFields(settings, { copied: { seconds: false } })).toEqual({});
});
