import { Button } from "../../components/button/button.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { useWebhooks } from "./use-webhooks.ts";
import type { WebhookDialogsState } from "./use-webhook-dialogs.ts";
import { WebhookTable } from "./webhook-table.tsx";

/** Lists all webhooks, newest first. */
export function WebhookList({ dialogs }: { dialogs: WebhookDialogsState }) {
  const query = useWebhooks();
  return (
    <TableSurface>
      <Loaded query={query} noun="webhooks" skeleton={3} isInset>
        {(webhooks) =>
          webhooks.length > 0 ? (
            <WebhookTable webhooks={webhooks} dialogs={dialogs} />
          ) : (
            <EmptyState
              icon="refresh"
              title="No webhooks"
              text="Add the URL of another system, such as accounting or a CRM, and choose the events that it receives. A test event then shows whether it responds."
              action={
                <Button onClick={() => dialogs.create.open(null)}>Add Your First Webhook</Button>
              }
            />
          )
        }
      </Loaded>
    </TableSurface>
  );
}
