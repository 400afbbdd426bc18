import type { ReactNode } from "react";
import type { Ability } from "../../../src/identity/roles/roles.rule.ts";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { useOwnAccount, useRefusal } from "./use-may.ts";

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
  const { isPending } = useOwnAccount();
  const refusal = useRefusal(to);
  if (isPending) return null;
  if (refusal === undefined) return children;
  return (
    <TableSurface>
      <EmptyState icon="key" title={title} text={refusal} />
    </TableSurface>
  );
}
