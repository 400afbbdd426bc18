import type { ReactNode } from "react";
import { Button } from "../../components/button/button.tsx";
import { TableSurface } from "../../components/data-table/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { useWebhooks } from "./use-webhooks.ts";
import type { WebhookDialogsState } from "./use-webhook-dialogs.ts";
import { WebhookTable } from "./webhook-table.tsx";
import styles from "./webhooks.module.css";

/** All webhooks, newest first. */
export function WebhookList({ dialogs }: { dialogs: WebhookDialogsState }) {
  const webhooks = useWebhooks();
  return <TableSurface>{rows()}</TableSurface>;

  function rows(): ReactNode {
    if (webhooks.isPending) {
      return (
        <div className={styles.waiting}>
          <TableSkeleton name="Loading webhooks" rows={3} />
        </div>
      );
    }
    if (!webhooks.data) {
      return (
        <div className={styles.waiting}>
          <LoadFailure
            text="Failed to load the webhooks."
            onRetry={() => void webhooks.refetch()}
          />
        </div>
      );
    }
    if (webhooks.data.length === 0) {
      return (
        <EmptyState
          icon="refresh"
          title="No webhooks"
          text="Add the URL of another system, such as accounting or a CRM, and choose the events that it receives. A test event then shows whether it answers."
          action={<Button onClick={() => dialogs.create.open(null)}>Add Your First Webhook</Button>}
        />
      );
    }
    return <WebhookTable webhooks={webhooks.data} dialogs={dialogs} />;
  }
}
