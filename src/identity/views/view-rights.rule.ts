import type { Role } from "../roles/roles.rule.ts";

interface Rights {
  isOwn: boolean;
  /** Name and filters, and whether the view exists. */
  canChange: boolean;
}

/**
 * A view belongs to its author. Owners also look after the shared ones, whose author may have left. Only the
 * author takes one back from the team: no one else could see it then.
 */
export function viewRights(
  view: { authorId: number; isShared: boolean },
  { id, role }: { id: number; role: Role },
): Rights {
  const isOwn = view.authorId === id;
  return { isOwn, canChange: isOwn || (view.isShared && role === "owner") };
}
