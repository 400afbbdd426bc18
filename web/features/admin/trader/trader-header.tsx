import Box from "@mui/material/Box";
import InputBase from "@mui/material/InputBase";
import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import {
  type FormEvent,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from "react";
import type {
  TraderListItem,
  TraderSummary,
} from "../../../../src/business/traders/trader.schema.ts";
import { TradingLine } from "./trading-line.tsx";
import { WaitingLine } from "./waiting-line.tsx";
import { BannedTag } from "../../../components/badge/banned-tag.tsx";
import { StatusBadge } from "../../../components/badge/status-badge.tsx";
import { Copyable, CopyButton } from "../../../components/button/copy-button.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { BackLink } from "../../../components/page/back-link.tsx";
import { displayName, PersonName } from "../../../domain/format/texts.tsx";
import { Tag, TagList } from "../../../components/badge/tag.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { useMay } from "../../../app/session/use-may.ts";
import { trpc } from "../../../trpc.ts";

interface TraderHeaderProps {
  trader: TraderListItem;
  /** Buttons and the action menu. */
  actions: ReactNode;
}

/** Shows in one line whose page it is, with the available actions. */
export function TraderHeader({ trader, actions }: TraderHeaderProps) {
  const { status, login, phase, payoutEnabled } = trader.tradingAccount;
  return (
    <Box component="header">
      <BackToUsers />
      <Line>
        <Line>
          <Typography
            component="h1"
            sx={{ fontSize: "var(--text-xl)", fontWeight: 600, letterSpacing: "-0.02em" }}
          >
            <PersonName of={trader} />
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
            <li>{payoutEnabled ? "Payouts on" : "Payouts off"}</li>
          </Box>
          <TraderTags userId={trader.id} tags={trader.tags} />
        </Line>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, marginInlineStart: { sm: "auto" } }}>
          {actions}
        </Box>
      </Line>
      <WaitingLine waitingFor={trader.tradingAccount.waitingFor} userId={trader.id} />
      <TradingLine trader={trader} />
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

/** Warns that other users have the same login; renders nothing if there are none. */
export function SharedLogin({ trader }: { trader: TraderSummary }) {
  const { sameLogin, tradingAccount } = trader;
  if (sameLogin.length === 0 || tradingAccount.login === null) return null;
  return (
    <Notice tone="warning" title={describeSharedLogin(tradingAccount.login, sameLogin)}>
      <p>
        The feed rejects records of a login that several users have. Change it here, or for{" "}
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
  const names = only && more.length === 0 ? nameOf(only) : "other users";
  return `The login ${login} is also assigned to ${names}`;
}

function nameOf(trader: Others[number]): string {
  return `${displayName(trader)} (#${trader.id})`;
}

interface TraderTagsProps {
  userId: number;
  tags: readonly string[];
}

/** Shows the tags next to a trader's name, with controls to change them. */
function TraderTags({ userId, tags }: TraderTagsProps) {
  const mayWrite = useMay("tags.write");
  const { refresh, failed } = useAdminOutcome();
  const change = trpc.admin.tags.change.useMutation({
    onSuccess: () => refresh(),
    onError: (error) => failed("Failed to change the tags", error),
  });
  return (
    <Box
      sx={{
        display: "inline-flex",
        flexWrap: "wrap",
        alignItems: "center",
        gap: "0.25rem 0.375rem",
        minWidth: 0,
      }}
    >
      {tags.length > 0 ? (
        <TagList>
          {tags.map((tag) => (
            <Tag
              key={tag}
              text={tag}
              onRemove={mayWrite ? () => change.mutate({ userId, remove: [tag] }) : undefined}
            />
          ))}
        </TagList>
      ) : null}
      {mayWrite ? (
        <TagInput tags={tags} onAdd={(tag) => change.mutate({ userId, add: [tag] })} />
      ) : null}
    </Box>
  );
}

interface TagInputProps {
  tags: readonly string[];
  onAdd: (tag: string) => void;
}

/** A button that turns into an input, which suggests existing tags. */
function TagInput({ tags, onAdd }: TagInputProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const button = useRef<HTMLSpanElement>(null);
  const listId = useId();
  const known = trpc.admin.tags.list.useQuery(undefined, { enabled: isOpen });

  function close() {
    setOpen(false);
    setText("");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim()) onAdd(text);
    setText("");
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    close();
    requestAnimationFrame(() => button.current?.querySelector("button")?.focus());
  }

  if (!isOpen) {
    return (
      <span ref={button}>
        <Button look="plain" size="small" onClick={() => setOpen(true)}>
          <Icon name="plus" size={14} />
          Add tag
        </Button>
      </span>
    );
  }
  return (
    <form onSubmit={submit}>
      <InputBase
        placeholder="Add a tag and press Enter"
        inputProps={{ "aria-label": "New tag", list: listId, maxLength: 40 }}
        value={text}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field replaces the button that had the focus
        autoFocus
        sx={{
          width: "12rem",
          minHeight: "1.75rem",
          "& input": { px: 1, py: 0, fontSize: "var(--text-sm)" },
        }}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={closeOnEscape}
        onBlur={() => {
          if (text.trim()) onAdd(text);
          close();
        }}
      />
      <datalist id={listId}>
        {(known.data ?? [])
          .filter(({ tag }) => !tags.includes(tag))
          .map(({ tag }) => (
            <option key={tag}>{tag}</option>
          ))}
      </datalist>
    </form>
  );
}
