import Paper from "@mui/material/Paper";
import { LinkButton } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";

/** Replaces the chart and the results if the trader has no records. */
export function NoRecord({ userId }: { userId: number }) {
  return (
    <Paper variant="outlined">
      <EmptyState
        icon="document"
        title="No trading record yet"
        text="Import a statement to see the chart, the calendar and the trades."
        action={
          <LinkButton
            to="/admin/users/$id"
            params={{ id: String(userId) }}
            search={{ tab: "record" }}
            replace
            size="small"
          >
            Import a Statement
          </LinkButton>
        }
      />
    </Paper>
  );
}
