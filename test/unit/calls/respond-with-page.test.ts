import { expect, it } from "vitest";
import { respondWithPage } from "../../../src/calls/respond-with-page.ts";
import type { CallContext } from "../../../src/calls/trpc.ts";
import type { PagedList } from "../../../src/platform/lists/list-declaration.ts";

type Numbers = PagedList<number, "id", object>;

/** A list of this many rows. @returns the list, and how many batches were read */
function numbers(count: number) {
  const read = { batches: 0 };
  const list = {
    async *readBatches() {
      for (let start = 0; start < count; start += 1000) {
        read.batches += 1;
        yield Array.from({ length: Math.min(1000, count - start) }, (_, index) => start + index);
      }
    },
  } as Pick<Numbers, "readBatches"> as Numbers;
  return { list, read };
}

/** A call whose transport does not stream. */
const call = { app: { config: { databaseReplicaUrls: [] } } } as unknown as CallContext;

it("collects up to 100,000 rows for a response that is not streamed", async () => {
  const rows = await respondWithPage(call, numbers(100_000).list, {});
  expect([rows.length, rows.at(-1)]).toEqual([100_000, 99_999]);
});

it("refuses to collect more rows, and stops reading", async () => {
  const { list, read } = numbers(1_000_000);
  await expect(respondWithPage(call, list, {})).rejects.toMatchObject({
    code: "invalid",
    message:
      "The list has more than 100,000 rows. Read it in pages, or over REST, which streams it.",
  });
  expect(read.batches).toBe(101);
});
