import type { Role } from "../../../identity/roles/roles.rule.ts";

interface Rights {
  isOwn: boolean;
  /** Whether the caller may change the name and filters, and delete the view. */
  canChange: boolean;
}

/**
 * Returns the caller's rights to a view. Owners may also change shared views, because the author may have left. Only
 * the author may stop sharing a view, because no one else could see it afterwards.
 */
export function viewRights(
  view: { authorId: number; isShared: boolean },
  { id, role }: { id: number; role: Role },
): Rights {
  const isOwn = view.authorId === id;
  return { isOwn, canChange: isOwn || (view.isShared && role === "owner") };
}
