import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link, useNavigate } from "@tanstack/react-router";
import type { IdentityStatus } from "../../../../src/business/traders/identity/identity.rule.ts";
import type { AdminIdentity } from "../../../../src/business/traders/identity/identity.schema.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Select } from "../../../components/field/select.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { NameText } from "../../../domain/format/texts.tsx";
import { identityStatusLabels, identityTones } from "../../../domain/identity/identity-words.ts";
import { trpc } from "../../../trpc.ts";

/** As many as are listed; the queue of those to check is rarely longer. */
const LIMIT = 100;

/** All but `none`, which no attempt has. */
export type AttemptStatus = Exclude<IdentityStatus, "none">;

const useIdentities = (status: AttemptStatus) =>
  trpc.admin.identities.list.useQuery({ status, limit: LIMIT }, { refetchOnMount: "always" });

/** Returns the neighbours of an identity among those that wait for a decision, oldest first. */
export function useNeighbours(id: number) {
  const { data = [] } = useIdentities("submitted");
  const ids = data.flatMap((identity) => (identity.id === null ? [] : [identity.id]));
  const place = ids.indexOf(id);
  return {
    waiting: ids.length,
    previous: place === -1 ? null : (ids[place - 1] ?? null),
    next: place === -1 ? (ids[0] ?? null) : (ids[place + 1] ?? null),
  };
}

/** Returns a function that opens the next submitted identity, or the list if there is none. */
export function useNextIdentity(id: number) {
  const navigate = useNavigate();
  const { next, previous } = useNeighbours(id);
  return () => {
    const following = next ?? previous ?? undefined;
    return navigate({
      to: "/admin/identities",
      search: following === undefined ? {} : { identity: following },
    });
  };
}

const { none: _none, ...statuses } = identityStatusLabels;

interface IdentityQueueProps {
  status: AttemptStatus;
  onStatus: (status: AttemptStatus) => void;
}

/** Lists the identities with a status, those that wait for a decision first. */
export function IdentityQueue({ status, onStatus }: IdentityQueueProps) {
  const query = useIdentities(status);
  return (
    <Stack>
      <Box sx={{ maxWidth: "16rem" }}>
        <Select
          label="Status"
          options={statuses}
          value={status}
          onChange={({ target }) => onStatus(target.value as AttemptStatus)}
        />
      </Box>
      <Paper variant="outlined">
        <Loaded query={query} noun="the identities" skeleton={5} isInset>
          {(identities) =>
            identities.length === 0 ? (
              <EmptyState
                icon="circleCheck"
                title={status === "submitted" ? "Nothing to check" : "No identities"}
                text={
                  status === "submitted"
                    ? "Identities that traders submit appear here."
                    : "No identity has this status."
                }
              />
            ) : (
              <>
                <List
                  component="ol"
                  aria-label={`${identityStatusLabels[status]} identities`}
                  disablePadding
                >
                  {identities.map((identity) => (
                    <IdentityRow key={identity.id} identity={identity} />
                  ))}
                </List>
                {identities.length === LIMIT ? (
                  <Typography variant="body2" sx={{ p: 2, color: "text.secondary" }}>
                    {`Only the first ${LIMIT} are listed.`}
                  </Typography>
                ) : null}
              </>
            )
          }
        </Loaded>
      </Paper>
    </Stack>
  );
}

function IdentityRow({ identity }: { identity: AdminIdentity }) {
  const { id, legalName, fullName, status, submittedAt, decidedAt, decidedBy } = identity;
  return (
    <ListItem
      divider
      sx={{ flexWrap: "wrap", justifyContent: "space-between", gap: "0.25rem 1rem" }}
    >
      <Link to="/admin/identities" search={{ identity: id! }}>
        <NameText>{legalName ?? fullName ?? `Identity #${id}`}</NameText>
      </Link>
      <Typography component="span" variant="body2" color="textSecondary">
        {decidedAt
          ? `${formatMoment(decidedAt)} by ${decidedBy} `
          : submittedAt
            ? `Submitted ${formatMoment(submittedAt)} `
            : null}
        {status === "submitted" ? null : (
          <Badge tone={identityTones[status]}>{identityStatusLabels[status]}</Badge>
        )}
      </Typography>
    </ListItem>
  );
}
