import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import type { TraderListItem, TraderSummary } from "../../../src/business/traders/trader.schema.ts";
import { BannedTag } from "../../components/badge/banned-tag.tsx";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Copyable, CopyButton } from "../../components/button/copy-button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { displayName } from "../../domain/format/display-name.ts";
import { TraderTags } from "./trader-tags.tsx";

interface TraderHeaderProps {
  trader: TraderListItem;
  /** Buttons and the action menu. */
  actions: ReactNode;
}

/** Shows in one line whose page it is, with the available actions. */
export function TraderHeader({ trader, actions }: TraderHeaderProps) {
  const { status, login, phase } = trader.tradingAccount;
  return (
    <Box component="header">
      <BackToUsers />
      <Line>
        <Line>
          <Typography
            component="h1"
            sx={{ fontSize: "var(--text-xl)", fontWeight: 600, letterSpacing: "-0.02em" }}
          >
            {displayName(trader)}
          </Typography>
          <CopyButton noun="Name" value={displayName(trader)} />
          <StatusBadge status={status} />
          {trader.banned ? <BannedTag /> : null}
          <Box component="ul" sx={facts}>
            {trader.fullName ? (
              <li>
                <Copyable noun="Email" value={trader.email} />
              </li>
            ) : null}
            {trader.emailVerifiedAt ? null : <li>Email not verified</li>}
            {login ? (
              <li>
                <Copyable noun="Login" value={login}>
                  Login {login}
                </Copyable>
              </li>
            ) : null}
            {phase ? <li>{phase}</li> : null}
          </Box>
          <TraderTags userId={trader.id} tags={trader.tags} />
        </Line>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, marginInlineStart: { sm: "auto" } }}>
          {actions}
        </Box>
      </Line>
      {trader.banned && trader.banReason ? (
        <Typography sx={{ color: "error.main", overflowWrap: "anywhere" }}>
          Banned: {trader.banReason}
        </Typography>
      ) : null}
    </Box>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "0.375rem 0.75rem" }}>
      {children}
    </Box>
  );
}

const facts = {
  display: "flex",
  flexWrap: "wrap",
  gap: "0 1rem",
  color: "text.secondary",
  overflowWrap: "anywhere",
  listStyle: "none",
};

export function BackToUsers() {
  return <BackLink to="/admin/users">Users</BackLink>;
}

type Others = TraderSummary["sameLogin"];

/** Warns that other traders have the same login; renders nothing if there are none. */
export function SharedLogin({ trader }: { trader: TraderSummary }) {
  const { sameLogin, tradingAccount } = trader;
  if (sameLogin.length === 0 || tradingAccount.login === null) return null;
  return (
    <Notice tone="warning" title={describeSharedLogin(tradingAccount.login, sameLogin)}>
      <p>
        The feed rejects records of a login that several traders have. Change it here, or for{" "}
        {sameLogin.map((other, index) => (
          <Fragment key={other.id}>
            {index > 0 ? ", " : null}
            <Link to="/admin/users/$id" params={{ id: String(other.id) }}>
              {nameOf(other)}
            </Link>
          </Fragment>
        ))}
        .
      </p>
    </Notice>
  );
}

/** @param others possibly only the first of many, so their number is not stated */
export function describeSharedLogin(login: string, others: Others): string {
  const [only, ...more] = others;
  const names = only && more.length === 0 ? nameOf(only) : "other traders";
  return `The login ${login} is also assigned to ${names}`;
}

function nameOf(trader: Others[number]): string {
  return `${displayName(trader)} (#${trader.id})`;
}
