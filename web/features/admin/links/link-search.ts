import {
  linkStatuses,
  type LinkStatus,
} from "../../../../src/business/links/cases/link-case.rule.ts";
import { parseId } from "../../../../src/platform/fields/id.rule.ts";

/** The filters of the queue, in its address. */
export interface LinkSearch {
  status?: LinkStatus | undefined;
  user?: number | undefined;
}

/** Ignores values that no filter has. */
export function readLinkSearch(raw: Record<string, unknown>): LinkSearch {
  const status = linkStatuses.find((each) => each === raw.status);
  const user = parseId(String(raw.user));
  return { ...(status && { status }), ...(user !== undefined && { user }) };
}
