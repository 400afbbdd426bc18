import { getQueryKey } from "@trpc/react-query";
import { expect, it } from "vitest";
import { followsList, followsRecords } from "../../../../../web/app/live/use-live.ts";
import { trpc } from "../../../../../web/trpc.ts";

const { admin } = trpc;

it.each([
  ["their account", getQueryKey(admin.users.summary, { id: 7 }, "query"), true],
  ["their stages", getQueryKey(admin.stages.list, { userId: 7 }, "query"), true],
  ["the stages of another trader", getQueryKey(admin.stages.list, { userId: 8 }, "query"), false],
  ["their notes", getQueryKey(admin.notes.page, { userId: 7 }, "infinite"), false],
  ["the tags of all traders", getQueryKey(admin.tags.list, undefined, "query"), false],
  ["their master password", getQueryKey(admin.users.get, { id: 7 }, "query"), false],
])("a change of a trader's records refetches %s: %o", (_, queryKey, isRefetched) => {
  expect(followsRecords(7)({ queryKey })).toBe(isRefetched);
});

it.each([
  ["reviews", getQueryKey(admin.reviews.page, { status: "open", limit: 25 }, "infinite"), true],
  ["appeals", getQueryKey(admin.appeals.get, { id: 7 }, "query"), true],
  ["the counts in the navigation", getQueryKey(admin.overview.waiting, undefined, "query"), true],
  ["actions", getQueryKey(admin.actions.get, { id: 7 }, "query"), false],
])("a change of a review refetches %s: %o", (_, queryKey, isRefetched) => {
  expect(followsList("reviews")({ queryKey })).toBe(isRefetched);
});
