import type { ReactNode } from "react";
import { type Ability, describeRequiredRole, mayDo } from "../../src/identity/roles/roles.rule.ts";
import { TableSurface } from "../components/data-table/table-surface.tsx";
import { EmptyState } from "../components/feedback/empty-state.tsx";
import { useOwnAccount } from "./use-may.ts";

interface PermittedContentProps {
  to: Ability;
  /** States who may see the content, such as `Only owners see webhooks`. */
  title: string;
  children: ReactNode;
}

/**
 * The content of a page for administrators whose role has the ability; others see why it is hidden. Waits for the role,
 * so that the content makes no call that would be refused.
 */
export function PermittedContent({ to, title, children }: PermittedContentProps) {
  const { data: account, isPending } = useOwnAccount();
  if (isPending) return null;
  // Without the role, the server decides.
  if (!account || mayDo(account.role, to)) return children;
  return (
    <TableSurface>
      <EmptyState icon="key" title={title} text={describeRequiredRole(to)} />
    </TableSurface>
  );
}
