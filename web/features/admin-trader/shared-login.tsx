import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { TraderSummary } from "../../../src/business/traders/trader.schema.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { displayName } from "../../domain/format/display-name.ts";

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
