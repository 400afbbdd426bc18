import { Fragment } from "react";

const LONGEST = 200;

/**
 * Shortens user input for a table cell. Browsers take seconds to break a long word of stacked combining marks into
 * lines; dialogs show the whole text.
 */
export function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Returns the name, or the email if an administrator created the trader without a name. */
export function displayName({ fullName, email }: { fullName: string | null; email: string }) {
  return fullName || email;
}

/**
 * A name in the direction in which it is written: one in Arabic or Hebrew does not turn the words around it. Cells of
 * grids and titles do this themselves.
 */
export function NameText({ children }: { children: string }) {
  return <bdi dir="auto">{shorten(children)}</bdi>;
}

/** The name of a person, as `displayName` returns it. */
export function PersonName({ of }: { of: Parameters<typeof displayName>[0] }) {
  return <NameText>{displayName(of)}</NameText>;
}

/**
 * An email address that, if it is too long for its line, breaks after `@` or before a dot rather than within a word.
 */
export function EmailText({ children }: { children: string }) {
  return children.split(/(?<=@)|(?=\.)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts have no other identity
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
