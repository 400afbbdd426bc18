import type { List, ListContext } from "./list-declaration.ts";

/** A list without `find`. */
export type PagedList<Item, Sort extends string, Values> = Omit<List<Item, Sort, Values>, "find">;

/** Returns a list with converted rows, for conversions that PostgreSQL cannot do, such as decryption. */
export function mapList<From, To, Sort extends string, Values>(
  list: PagedList<From, Sort, Values>,
  convert: (row: From, context: ListContext) => To,
): PagedList<To, Sort, Values> {
  const readBatches: PagedList<To, Sort, Values>["readBatches"] = async function* (context, query) {
    for await (const rows of list.readBatches(context, query)) {
      yield rows.map((row) => convert(row, context));
    }
  };
  return {
    async readCursorPage(context, query) {
      const { rows, ...page } = await list.readCursorPage(context, query);
      return { rows: rows.map((row) => convert(row, context)), ...page };
    },
    readBatches,
    async *streamJson(context, query) {
      for await (const rows of readBatches(context, query)) {
        yield rows.map((row) => JSON.stringify(row)).join(",");
      }
    },
  };
}
