import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { recordViews } from "../record-views.ts";
import type { LinkRow } from "../evidence/evidence.schema.ts";
import type { LinkCaseView, linkRowsInput } from "./link-case.schema.ts";
import { getLinkCase, readCaseRows } from "./link-cases.queries.ts";

/** Reads a case; the view is recorded for each trader. @throws RefusalError if it does not exist */
export async function viewLink(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<LinkCaseView> {
  const view = await getLinkCase(context, id);
  await recordViewsOf(context, actor, view.traders);
  return view;
}

/** Reads the rows of the evidence about two traders; the view is recorded for both. */
export async function viewLinkRows(
  context: Context,
  actor: StaffActor,
  input: z.output<typeof linkRowsInput>,
): Promise<LinkRow[]> {
  const rows = await readCaseRows(context, input);
  const { traders } = await getLinkCase(context, input.id);
  const shown = traders.filter(({ userId }) => userId === input.a || userId === input.b);
  await recordViewsOf(context, actor, shown);
  return rows;
}

function recordViewsOf(
  context: Context,
  actor: StaffActor,
  traders: LinkCaseView["traders"],
): Promise<void> {
  return recordViews(
    context,
    actor,
    traders.map(({ userId: id, fullName, email }) => ({ id, fullName, email })),
  );
}
