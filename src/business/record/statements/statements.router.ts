import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { confirmStatement, withdrawStatement } from "./change-statement.ts";
import { pageOfTable } from "../../office/tables/table.router.ts";
import { findAccountId } from "../../traders/accounts/accounts.queries.ts";
import { listDemoStatements } from "./import-statement.ts";
import {
  confirmStatementInput,
  listOwnStatementsInput,
  listedStatement,
  listStatementsInput,
  statement,
  listStatementsOfTraderInput,
  withdrawStatementInput,
} from "./statement.schema.ts";
import {
  ownStatements,
  servedStatements,
  statements,
  traderStatements,
} from "./statements.queries.ts";

const { traderCall } = callsAbout("Trader");
const { administratorCall } = callsAbout("Records");

/** The trader's own statements. */
export const traderStatementsRouter = t.router({
  list: traderCall({
    rest: "GET /user/statements",
    summary: "List your imported statements, newest first",
    description: "Returns what each import found, and whether it was confirmed.",
  })
    .input(listOwnStatementsInput.optional())
    .output(z.array(statement))
    .query(async ({ ctx, input = {} }) => {
      const accountId = await findAccountId(ctx.app.database.kysely, ctx.actor.trader.id);
      return respondWithPage(ctx, ownStatements, { ...input, accountId });
    }),
});

/** The statements of all traders. Imports are uploads: see `src/http/routes/statements.ts`. */
export const adminStatementsRouter = t.router({
  list: administratorCall("records.read", {
    rest: "GET /admin/user/{userId}/statements",
    summary: "List a trader's imported statements, newest first",
    description: "Returns what each import found, and whether it was confirmed.",
    scope: "records:read",
  })
    .input(listStatementsOfTraderInput)
    .output(z.array(statement))
    .query(async ({ ctx, input: { userId, ...query } }) => {
      const accountId = await findAccountId(ctx.app.database.kysely, userId);
      return respondWithPage(ctx, traderStatements, { ...query, accountId });
    }),

  all: administratorCall("records.read", {
    rest: "GET /admin/statements",
    summary: "List the imported statements of all traders, newest first",
    description:
      "Pages work as in the list of traders. `search` matches the name, email or broker login of the trader.",
    scope: "records:read",
  })
    .input(listStatementsInput.optional())
    .output(z.array(listedStatement))
    .query(({ ctx, input }) => respondWithPage(ctx, statements, input ?? {})),

  page: pageOfTable(servedStatements),

  /** For the web client: the names of a demo firm's files to try the import with. */
  demoFiles: administratorCall("records.read", { scope: "records:read" })
    .output(z.array(z.string()))
    .query(({ ctx }) => listDemoStatements(ctx.app)),

  confirm: administratorCall("records.write", {
    rest: "POST /admin/statements/{id}/confirm",
    summary: "Confirm a statement that contradicts its account or stage",
    description: "From now on its records count in its stage, whatever their time.",
    errors: [409],
    event: "authz_admin",
    scope: "records:write",
    isLong: true,
  })
    .input(confirmStatementInput)
    .output(statement)
    .mutation(({ ctx, input }) => confirmStatement(ctx.app, ctx.actor, input.id)),

  withdraw: administratorCall("records.write", {
    rest: "DELETE /admin/statements/{id}",
    summary: "Withdraw a statement",
    description:
      "Its records no longer count, unless another source has them. The statement stays listed, and its file is kept.",
    errors: [409],
    event: "authz_admin",
    scope: "records:write",
    isLong: true,
    example: { reason: "Exported from the wrong account" },
  })
    .input(withdrawStatementInput)
    .output(statement)
    .mutation(({ ctx, input }) => withdrawStatement(ctx.app, ctx.actor, input)),
});
