import type { ReactNode } from "react";
import type {
  Passkey,
  SecondFactor,
} from "../../../src/identity/second-factor/second-factor.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { wasAnyOpened } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { ActionMenu } from "../../components/menu/action-menu.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatDay } from "../../domain/format/dates.ts";
import styles from "./second-factor.module.css";
import { type FactorDialogsState, useFactorDialogs } from "./use-factor-dialogs.ts";
import { type Kind, useSecondFactor } from "./use-second-factor.ts";

const SecondFactorDialogs = lazyComponent(() =>
  import("./second-factor-dialogs.tsx").then((m) => m.SecondFactorDialogs),
);

const subtitles = {
  trader: "With an app or a passkey, a stolen password is not enough to sign in.",
  administrator: "With an app or a passkey, a stolen access key is not enough to sign in.",
};

/** Shows the user's second factors, with buttons to change them. */
export function SecondFactorPanel({ kind }: { kind: Kind }) {
  const query = useSecondFactor(kind);
  const state = query.data;
  const dialogs = useFactorDialogs();
  return (
    <Panel
      title="Two-Step Sign-In"
      subtitle={subtitles[kind]}
      aside={
        state ? (
          <Badge tone={state.isOn ? "green" : "gray"}>{state.isOn ? "On" : "Off"}</Badge>
        ) : null
      }
    >
      <Loaded query={query} noun="how you sign in" skeleton={3}>
        {(loaded) => <Factors state={loaded} dialogs={dialogs} />}
      </Loaded>
      {state && wasAnyOpened(dialogs) ? (
        <SecondFactorDialogs kind={kind} state={state} dialogs={dialogs} />
      ) : null}
    </Panel>
  );
}

interface FactorsProps {
  state: SecondFactor;
  dialogs: FactorDialogsState;
}

function Factors({ state, dialogs }: FactorsProps) {
  const { totpSince, passkeys, isOn, recoveryCodesLeft } = state;
  return (
    <div className={styles.factors}>
      <Factor
        title="Authenticator app"
        note={totpSince ? `On since ${formatDay(totpSince)}` : "A 6-digit code from your phone"}
        action={
          totpSince ? (
            <Button size="small" onClick={() => dialogs.turnOff.open(null)}>
              Turn Off
            </Button>
          ) : (
            <Button size="small" onClick={() => dialogs.setUp.open(null)}>
              Set Up
            </Button>
          )
        }
      />
      <Factor
        title="Passkeys"
        note={describePasskeys(state)}
        action={
          <Button size="small" disabled={!worksHere(state)} onClick={() => dialogs.add.open(null)}>
            Add Passkey
          </Button>
        }
      >
        {passkeys.length > 0 ? (
          <ul className={styles.passkeys}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} dialogs={dialogs} />
            ))}
          </ul>
        ) : null}
      </Factor>
      {isOn ? (
        <Factor
          title="Recovery codes"
          note={describeCodes(recoveryCodesLeft)}
          isUrgent={recoveryCodesLeft <= 3}
          action={
            <Button size="small" onClick={() => dialogs.renew.open(null)}>
              New Codes
            </Button>
          }
        />
      ) : null}
    </div>
  );
}

interface FactorProps {
  title: string;
  note: string;
  isUrgent?: boolean;
  action: ReactNode;
  children?: ReactNode;
}

function Factor({ title, note, isUrgent = false, action, children }: FactorProps) {
  return (
    <div className={styles.factor}>
      <div className={styles.line}>
        <div>
          <h3>{title}</h3>
          <p className={isUrgent ? styles.urgent : styles.note}>{note}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}

function PasskeyRow({ passkey, dialogs }: { passkey: Passkey; dialogs: FactorDialogsState }) {
  const { label, createdAt, lastUsedAt } = passkey;
  const used = lastUsedAt ? `last used ${formatDay(lastUsedAt)}` : "not used yet";
  return (
    <li>
      <div>
        <p className={styles.label}>{label}</p>
        <p className={styles.note}>{`Added ${formatDay(createdAt)} · ${used}`}</p>
      </div>
      <ActionMenu
        label={`Actions for ${label}`}
        actions={[
          { label: "Rename", onSelect: () => dialogs.rename.open(passkey) },
          {
            label: "Remove",
            startsGroup: true,
            onSelect: () => dialogs.remove.open(passkey),
          },
        ]}
      />
    </li>
  );
}

const worksHere = ({ passkeyOrigin }: SecondFactor) => passkeyOrigin === window.location.origin;

function describePasskeys(state: SecondFactor): string {
  const { passkeyOrigin } = state;
  if (passkeyOrigin === null)
    return "Not available: the public address of this site is an IP address, not a domain name";
  if (!worksHere(state)) return `Only possible at ${passkeyOrigin}`;
  return "A fingerprint, a face, a PIN or a security key, without typing anything";
}

function describeCodes(left: number): string {
  if (left === 0)
    return "None left. Create new ones, so that losing your phone does not lock you out";
  return `${left} of 10 left, in case you lose your phone or passkey`;
}
