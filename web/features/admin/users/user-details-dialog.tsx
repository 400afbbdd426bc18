import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { Permitted, PermittedButton } from "../../../app/session/permitted.tsx";
import { Button } from "../../../components/button/button.tsx";
import { IconButton } from "../../../components/button/icon-button.tsx";
import { TextButton } from "../../../components/button/text-button.tsx";
import { ViewDialog } from "../../../components/dialog/view-dialog.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Facts } from "../../../components/panel/facts.tsx";
import { EventList, EventSkeletons } from "../../../domain/history/event-list.tsx";
import { trpc } from "../../../trpc.ts";
import {
  aboutUser,
  LoadedUser,
  type UserDialogProps,
  useUserWithPassword,
  type UserWithPassword,
} from "./dialog-user.tsx";
import { ShownPassword } from "./master-password.tsx";
import { AccountFacts, PersonalFacts, PlatformFacts, RiskFacts } from "./user-facts.tsx";

interface UserDetailsDialogProps extends UserDialogProps {
  /** Opens a form above the details. */
  onOpen: (dialog: "certificate" | "edit" | "trading-account" | "risk-metrics", id: number) => void;
}

export const UserDetailsDialog = aboutUser((props: UserDetailsDialogProps) => {
  const {
    subject: { id },
    isOpen,
    onClose,
    onOpen,
  } = props;
  const query = useUserWithPassword(id, isOpen);
  return (
    <ViewDialog
      title="User Details"
      isOpen={isOpen}
      onClose={onClose}
      size="md"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <PermittedButton ability="certificates.write" onClick={() => onOpen("certificate", id)}>
            Upload Certificate
          </PermittedButton>
          <PermittedButton
            ability="traders.write"
            look="primary"
            onClick={() => onOpen("edit", id)}
          >
            Edit User
          </PermittedButton>
        </>
      }
    >
      <LoadedUser query={query}>
        {(loaded) => (
          <>
            <Box
              sx={{
                display: "grid",
                gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 18rem), 1fr))",
                gap: "1.5rem 2.5rem",
              }}
            >
              <Section title="Personal Information">
                <Facts>
                  <PersonalFacts user={loaded} />
                </Facts>
              </Section>
              <Section title="Trading Account Status">
                <Facts>
                  <AccountFacts account={loaded.tradingAccount} />
                </Facts>
              </Section>
              <TradingPlatform user={loaded} onEdit={() => onOpen("trading-account", id)} />
              <RiskManagement user={loaded} onEdit={() => onOpen("risk-metrics", id)} />
            </Box>
            <UserHistory userId={loaded.id} />
          </>
        )}
      </LoadedUser>
    </ViewDialog>
  );
});

interface EditableFactsProps {
  user: UserWithPassword;
  onEdit: () => void;
}

function TradingPlatform({ user: { tradingAccount }, onEdit }: EditableFactsProps) {
  return (
    <Section
      title="Trading Platform"
      aside={
        <Permitted to="traders.write">
          <IconButton icon="edit" hint="Edit" label="Edit trading account" onClick={onEdit} />
        </Permitted>
      }
    >
      <Facts>
        <PlatformFacts account={tradingAccount}>
          <ShownPassword value={tradingAccount.masterPassword} />
        </PlatformFacts>
      </Facts>
    </Section>
  );
}

function RiskManagement({ user: { tradingAccount }, onEdit }: EditableFactsProps) {
  return (
    <Section
      title="Risk Management"
      aside={
        <Permitted to="traders.write">
          <IconButton icon="edit" hint="Edit" label="Edit risk metrics" onClick={onEdit} />
        </Permitted>
      }
    >
      <Facts>
        <RiskFacts account={tradingAccount} />
      </Facts>
    </Section>
  );
}

const SHOWN = 5;

/** Shows the latest audit events by or about a user, on demand, because they repeat the values above. */
function UserHistory({ userId }: { userId: number }) {
  const [isShown, setShown] = useState(false);
  return (
    <Section
      title="History"
      aside={
        <Link to="/admin/audit" search={{ traderId: String(userId) }}>
          Full History
        </Link>
      }
    >
      {isShown ? (
        <LatestEvents userId={userId} />
      ) : (
        <Box sx={{ pt: 1.5 }}>
          <TextButton onClick={() => setShown(true)}>Show Latest Events</TextButton>
        </Box>
      )}
    </Section>
  );
}

function LatestEvents({ userId }: { userId: number }) {
  const query = trpc.admin.audit.page.useQuery(
    { traderId: userId, limit: SHOWN },
    { refetchOnMount: "always" },
  );
  return (
    <Loaded
      query={query}
      noun="the history"
      skeleton={<EventSkeletons name="Loading the history" rows={3} isFlush />}
    >
      {({ rows }) =>
        rows.length > 0 ? (
          <EventList events={rows} />
        ) : (
          <Typography sx={{ pt: 1.5, color: "text.secondary" }}>Nothing yet</Typography>
        )
      }
    </Loaded>
  );
}

interface SectionProps {
  title: string;
  /** Shown at the end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
}

function Section({ title, aside, children }: SectionProps) {
  const headingId = useId();
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      sx={{ minWidth: 0, "& dl > div": { minHeight: "2.25rem" } }}
    >
      <Stack
        component="header"
        direction="row"
        sx={{
          alignItems: "center",
          justifyContent: "space-between",
          minHeight: "2.5rem",
          borderBottom: "1px solid var(--line-strong)",
          // Aligns the icon with the right edge of the values below.
          "& button": { mr: -1 },
        }}
      >
        <h3 id={headingId}>{title}</h3>
        {aside}
      </Stack>
      {children}
    </Box>
  );
}
