import type { z } from "zod";
import type { DeclaredExport } from "../../../calls/call.ts";
import { callsAbout } from "../../../calls/procedures.ts";
import type { Context } from "../../../platform/context.ts";
import type { AnyTable } from "./define-table.rule.ts";

interface ServedTable<Input extends z.ZodType, Page> {
  table: Pick<AnyTable, "ability" | "scope">;
  pageInput: Input;
  page: z.ZodType<Page>;
  list: { readPage: (context: Context, query: z.output<Input>) => Promise<Page> };
  exports: DeclaredExport;
}

const { administratorCall } = callsAbout("Administration");

/** For the web client: the call that reads a numbered page of a table. Its exports are routes: `http/routes/exports.ts`. */
export function pageOfTable<Input extends z.ZodType, Page>({
  table: { ability, scope },
  pageInput,
  page,
  list,
  exports,
}: ServedTable<Input, Page>) {
  return administratorCall(ability, { scope, exports })
    .input(pageInput)
    .output(page)
    .query(({ ctx, input }) => list.readPage(ctx.app, input as z.output<Input>));
}
