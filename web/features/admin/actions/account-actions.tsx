import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { Link } from "@tanstack/react-router";
import {
  type ActionKind,
  actionKinds,
  actionLabels,
} from "../../../../src/business/record/actions/action.rule.ts";
import type { ListedAction } from "../../../../src/business/record/actions/action.schema.ts";
import type { TraderListItem } from "../../../../src/business/traders/trader.schema.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { Badge } from "../../../components/badge/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { ActionTimeline } from "../../../domain/actions/action-timeline.tsx";
import { actionStatuses, describeTimes, nameAction } from "../../../domain/actions/action-words.ts";
import { formatMoment } from "../../../domain/format/dates.ts";
import { useNow } from "../../../domain/verdicts/use-verdict.ts";
import { trpc } from "../../../trpc.ts";
import { accountDialogs } from "./action-dialogs.ts";

const SHOWN = 10;

/** Shown with an account only, whose password or group they change. */
const needsAccount = new Set<ActionKind>(["reset_password", "change_account"]);

/** Shows the latest actions of an account, with how long each took, and requests further ones. */
export function AccountActions({ trader }: { trader: TraderListItem }) {
  const query = trpc.admin.actions.page.useQuery({ userId: trader.id, pageSize: SHOWN });
  const open = useOpenDialog(accountDialogs);
  const hasLogin = Boolean(trader.tradingAccount.login);
  return (
    <Panel
      title="Actions at the Platform"
      subtitle={hasLogin ? undefined : "The account needs a login before actions can be requested."}
    >
      <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1 }}>
        {actionKinds
          .filter((kind) => (hasLogin ? kind !== "create_account" : !needsAccount.has(kind)))
          .map((kind) => (
            <PermittedButton
              key={kind}
              ability="actions.request"
              size="small"
              disabled={kind !== "create_account" && !hasLogin}
              onClick={() => open("request", kind)}
            >
              {actionLabels[kind]}
            </PermittedButton>
          ))}
      </Stack>
      <Box sx={{ mt: 2 }}>
        <Loaded query={query} noun="the actions" skeleton={2}>
          {({ rows, total }) => (
            <>
              <Actions rows={rows} onOpen={({ id }) => open("details", id)} />
              {total > rows.length ? (
                <Link to="/admin/actions" search={{ search: trader.email }}>
                  All actions
                </Link>
              ) : null}
            </>
          )}
        </Loaded>
      </Box>
    </Panel>
  );
}

interface ActionsProps {
  rows: readonly ListedAction[];
  onOpen: (action: ListedAction) => void;
}

function Actions({ rows, onOpen }: ActionsProps) {
  const now = new Date(useNow());
  if (rows.length === 0) return <p>Nothing has been asked of the platform for this account.</p>;
  const entries = rows.map((action) => {
    const { word, tone } = actionStatuses[action.status];
    return {
      key: String(action.id),
      title: (
        <>
          {nameAction(action, action.currency)} <Badge tone={tone}>{word}</Badge>
        </>
      ),
      time: `${formatMoment(action.requestedAt)} · ${describeTimes(action, now)}`,
      words: action.message,
      tone: tones[action.status],
      aside: (
        <Button
          look="plain"
          size="small"
          aria-label={`Details of action #${action.id}`}
          onClick={() => onOpen(action)}
        >
          Details
        </Button>
      ),
    };
  });
  return <ActionTimeline name="Latest actions" entries={entries} />;
}

const tones: Partial<Record<ListedAction["status"], "good" | "bad">> = {
  done: "good",
  failed: "bad",
};
