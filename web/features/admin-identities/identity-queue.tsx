import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";

/** The identities that wait for a decision, oldest first. */
export const useSubmittedIdentities = () =>
  trpc.admin.identities.list.useQuery(
    { status: "submitted", limit: 100 },
    { refetchOnMount: "always" },
  );

/** Lists the submitted identities. */
export function IdentityQueue() {
  const query = useSubmittedIdentities();
  return (
    <Paper variant="outlined">
      <Loaded query={query} noun="the identities" skeleton={5} isInset>
        {(identities) =>
          identities.length === 0 ? (
            <EmptyState
              icon="circleCheck"
              title="Nothing to check"
              text="Identities that traders submit appear here."
            />
          ) : (
            <List component="ol" aria-label="Submitted identities" disablePadding>
              {identities.map(({ id, legalName, fullName, submittedAt }) => (
                <ListItem key={id} divider sx={{ justifyContent: "space-between", gap: 2 }}>
                  <Link to="/admin/identities" search={{ identity: id! }}>
                    {legalName ?? fullName ?? `Identity #${id}`}
                  </Link>
                  <Typography component="span" variant="body2" color="textSecondary">
                    {submittedAt ? `Submitted ${formatMoment(submittedAt)}` : null}
                  </Typography>
                </ListItem>
              ))}
            </List>
          )
        }
      </Loaded>
    </Paper>
  );
}
